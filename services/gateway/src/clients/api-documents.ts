import { request } from 'undici';
import { type RoutedService, routedServices } from '../domain/routed-service.ts';
import { mergeDocument, type ServiceParts } from '../features/get-api-document/merge-document.ts';

const ASK_TIMEOUT_MS = 2_000;
const KEEP_MS = 5_000;

async function partOf(url: string): Promise<Record<string, unknown> | undefined> {
  try {
    const { statusCode, body } = await request(`${url}/openapi.json`, {
      headersTimeout: ASK_TIMEOUT_MS,
      bodyTimeout: ASK_TIMEOUT_MS,
      signal: AbortSignal.timeout(ASK_TIMEOUT_MS),
    });
    if (statusCode === 200) return (await body.json()) as Record<string, unknown>;
    await body.dump();
    return undefined;
  } catch {
    return undefined;
  }
}

/** The API document as JSON text, asked of the services and kept for seconds. */
export function openDocument(
  urls: Readonly<Record<RoutedService, string>>,
  publicUrl: string,
): () => Promise<string> {
  let latest: Promise<string> | undefined;
  let askedAt = 0;
  const ask = async (): Promise<string> => {
    const parts = await Promise.all(
      routedServices.map(async (service) => [service, await partOf(urls[service])] as const),
    );
    return JSON.stringify(mergeDocument(Object.fromEntries(parts) as ServiceParts, publicUrl));
  };
  return () => {
    const now = performance.now();
    if (latest === undefined || now - askedAt > KEEP_MS) {
      latest = ask();
      askedAt = now;
    }
    return latest;
  };
}
