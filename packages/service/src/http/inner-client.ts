import type { Agent, Dispatcher } from 'undici';
import { type ServiceId } from '@tributary/catalog';
import { currentContext } from '@tributary/context';
import { SERVICE_TOKEN_HEADER, type ServiceTokens } from '@tributary/service-tokens';
import { SECOND_MS } from '@tributary/units';
import { type BaseConfig } from '../config.ts';
import { REQUEST_ID_HEADER } from './headers.ts';

const HEADERS_TIMEOUT_MS = 10 * SECOND_MS;

/** What a call to another service names. */
export interface InnerCall {
  readonly service: ServiceId;
  readonly path: string;
  /** The `Authorization` header of the person for whom it is made. */
  readonly authorization: string;
  /** The maximum time of the whole answer. */
  readonly timeoutMs: number;
}

/** Calls other services over HTTP, with a service token beside the caller’s own. */
export interface InnerClient {
  /** @throws where the service does not answer in time */
  get(call: InnerCall): Promise<Dispatcher.ResponseData>;
  close(): Promise<void>;
}

/** Opens it; it connects at the first call. */
export function openInnerClient(
  { urls, innerTls }: Pick<BaseConfig, 'urls' | 'innerTls'>,
  tokens: Pick<ServiceTokens, 'tokenFor'>,
): InnerClient {
  let agent: Agent | undefined;
  return {
    get: async ({ service, path, authorization, timeoutMs }) => {
      const requestId = currentContext()?.correlationId;
      // Loaded at the first call, because it takes 5 MB of the services that call nothing else.
      // A bundle has the default export alone.
      const { default: undici } = await import('undici');
      agent ??= new undici.Agent({ connect: { ...innerTls }, headersTimeout: HEADERS_TIMEOUT_MS });
      return undici.request(`${urls[service]}${path}`, {
        dispatcher: agent,
        headers: {
          authorization,
          [SERVICE_TOKEN_HEADER]: tokens.tokenFor(service),
          ...(requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId }),
        },
        signal: AbortSignal.timeout(timeoutMs),
      });
    },
    close: async () => agent?.destroy(),
  };
}
