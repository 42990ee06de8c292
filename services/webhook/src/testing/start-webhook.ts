import { type Clock, startService } from '@tributary/service';
import { gatewayFetch, openTestIdentity, testEnv, type TokenRequest } from '@tributary/testing';
import { app } from '../app.ts';
import { readWebhookConfig } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';

/**
 * Starts the service with its own database and topics, fast retries and private targets allowed. The timeout
 * is that of production: on a slow machine a shorter one would lead to unexpected attempts.
 */
export async function startWebhook(settings: Record<string, string> = {}, clock?: Clock) {
  const identity = await openTestIdentity();
  const env = testEnv({
    identityUrl: identity.url,
    WEBHOOK_ALLOW_PRIVATE: 'true',
    WEBHOOK_RETRY_BASE_SECONDS: '0.1',
    ...settings,
  });
  let deps: Deps | undefined;
  const start = async () => {
    const config = readWebhookConfig(env);
    const open: typeof openDeps = async (opened, platform) =>
      (deps = await openDeps(opened, clock === undefined ? platform : { ...platform, clock }));
    return startService({ openDeps: open, app }, config);
  };
  const service = await start();
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= service.close());

  const callAt = async (base: string, ...[method, path, who, body, headers]: Call) => {
    const response = await gatewayFetch('webhook', `${base}${path}`, {
      method,
      headers: {
        ...identity.headersFor(who),
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as ResponseBody };
  };

  return {
    env,
    service,
    call: (...call: Call) => callAt(service.url, ...call),
    callAt,
    /** Another instance on the same engines. */
    startAnother: start,
    deps: () => {
      if (deps === undefined) throw new Error('The service has not started');
      return deps;
    },
    /** Stops the service, but not the identity server. */
    stop,
    close: async () => {
      await stop();
      await identity.close();
    },
  };
}

type Call = [
  method: string,
  path: string,
  who: TokenRequest,
  body?: unknown,
  headers?: Record<string, string>,
];

export interface EndpointBody {
  readonly id: string;
  readonly secret: string;
  readonly url: string;
  readonly active: boolean;
  readonly updated_at: string | null;
}

export interface DeliveryBody {
  readonly id: string;
  readonly event_type: string;
  readonly status: string;
  readonly attempts: number;
}

/** The body of any response: a test reads the fields that it expects. */
export interface ResponseBody {
  readonly error: string;
  readonly id: string;
  readonly data: EndpointBody & {
    readonly endpoints: readonly EndpointBody[];
    readonly events: readonly DeliveryBody[];
    readonly delivery_id: string;
    readonly total: number;
    readonly daily_stats: readonly object[];
  };
}
