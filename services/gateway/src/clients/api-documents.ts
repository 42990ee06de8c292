import { Agent, type Dispatcher, request } from 'undici';
import { type InnerTls } from '@tributary/grpc';
import { SERVICE_TOKEN_HEADER, type ServiceTokens } from '@tributary/service/edge';
import { type ApiService, apiServices } from '../domain/routed-service.ts';

type Json = Record<string, unknown>;

/** The OpenAPI document of each service; undefined where the service never responded. */
export type ServiceDocuments = Readonly<Record<ApiService, Json | undefined>>;

const TIMEOUT_MS = 2_000;

/** The document as it was sent, which takes less memory than what it means. */
async function requestDocument(
  url: string,
  token: string,
  dispatcher: Dispatcher,
): Promise<Buffer | undefined> {
  try {
    const { statusCode, body } = await request(`${url}/openapi.json`, {
      dispatcher,
      headers: { [SERVICE_TOKEN_HEADER]: token },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (statusCode === 200) return Buffer.from(await body.arrayBuffer());
    await body.dump();
    return undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns a function that requests the OpenAPI documents of all services. A service that does not respond has the
 * document of its last response.
 */
export function openApiDocuments(
  urls: Readonly<Record<ApiService, string>>,
  tokens: Pick<ServiceTokens, 'tokenFor'>,
  tls?: InnerTls,
): () => Promise<ServiceDocuments> {
  const last = new Map<ApiService, Buffer>();
  return async () => {
    const agent = new Agent({ connect: { ...tls } });
    await Promise.all(
      apiServices.map(async (service) => {
        const document = await requestDocument(urls[service], tokens.tokenFor(service), agent);
        if (document !== undefined) last.set(service, document);
      }),
    );
    await agent.close();
    const entries = apiServices.map((service) => {
      const document = last.get(service);
      return [service, document && (JSON.parse(document.toString()) as Json)];
    });
    return Object.fromEntries(entries) as ServiceDocuments;
  };
}
