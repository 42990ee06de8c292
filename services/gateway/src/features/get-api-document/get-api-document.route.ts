import { type Deps } from '../../deps.ts';
import { type Endpoint } from '../../workflows/endpoint.ts';
import { respond } from '../../workflows/respond.ts';
import { readDocumentAssets } from './document-assets.ts';
import { mergeDocument } from './merge-document.ts';

const CACHE_MS = 5_000;

/** `ownEndpoints` are the endpoints of the gateway itself that the document includes. */
export function getApiDocumentRoute(
  { config, getApiDocuments }: Deps,
  ownEndpoints: readonly Endpoint[],
): Endpoint {
  // As bytes, which take half the memory of the text.
  let cached: Promise<Buffer> | undefined;
  let requestedAt = 0;
  const merge = async (): Promise<Buffer> => {
    const documents = await getApiDocuments();
    const assets = await readDocumentAssets();
    const document = mergeDocument(documents, ownEndpoints, config.publicUrl, assets);
    return Buffer.from(JSON.stringify(document));
  };
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
