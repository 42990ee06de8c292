import { Agent, type Dispatcher, request } from 'undici';
import { type InnerTls } from '@tributary/grpc';
import { SERVICE_TOKEN_HEADER, type ServiceTokens } from '@tributary/service/edge';
import { type ApiService, apiServices, type RoutedService } from '../domain/routed-service.ts';

type Json = Record<string, unknown>;

/** The OpenAPI document of each service; undefined where the service did not respond. */
export type ServiceDocuments = Readonly<Record<ApiService, Json | undefined>>;

const TIMEOUT_MS = 2_000;

async function documentOf(
  url: string,
  token: string,
  dispatcher: Dispatcher,
): Promise<Json | undefined> {
  try {
    const { statusCode, body } = await request(`${url}/openapi.json`, {
      dispatcher,
      headers: { [SERVICE_TOKEN_HEADER]: token },
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (statusCode === 200) return (await body.json()) as Json;
    await body.dump();
    return undefined;
  } catch {
    return undefined;
  }
}

/** Requests the OpenAPI documents of all services. */
export async function getApiDocuments(
  urls: Readonly<Record<RoutedService, string>>,
  tokens: Pick<ServiceTokens, 'tokenFor'>,
  tls?: InnerTls,
): Promise<ServiceDocuments> {
  const agent = new Agent({ connect: { ...tls } });
  const entries = await Promise.all(
    apiServices.map(
      async (service) =>
        [service, await documentOf(urls[service], tokens.tokenFor(service), agent)] as const,
    ),
  );
  await agent.close();
  return Object.fromEntries(entries) as ServiceDocuments;
}
