import { type Deps } from '../../deps.ts';
import { type Endpoint } from '../../workflows/endpoint.ts';
import { respond } from '../../workflows/respond.ts';
import { mergeDocument } from './merge-document.ts';

const CACHE_MS = 5_000;

/** `ownEndpoints` are the endpoints of the gateway itself that the document includes. */
export function getApiDocumentRoute(
  { config, getApiDocuments }: Deps,
  ownEndpoints: readonly Endpoint[],
): Endpoint {
  let cached: Promise<string> | undefined;
  let requestedAt = 0;
  const merge = async (): Promise<string> =>
    JSON.stringify(mergeDocument(await getApiDocuments(), ownEndpoints, config.publicUrl));
  return {
    operationId: 'getApiDocument',
    path: '/openapi.json',
    handle: async (call) => {
      const now = performance.now();
      if (cached === undefined || now - requestedAt > CACHE_MS) {
        cached = merge();
        requestedAt = now;
      }
      const headers = { 'cache-control': 'no-cache' };
      respond(call, { status: 200, body: await cached, headers });
    },
  };
}
