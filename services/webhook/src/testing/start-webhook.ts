import { type Clock, startService } from '@tributary/service';
import { openTestIdentity, testEnv, type TokenRequest } from '@tributary/testing';
import { app } from '../app.ts';
import { readWebhookConfig } from '../config.ts';
import { type Deps, openDeps } from '../deps.ts';

/**
 * Starts the service on engines of its own names; quick retries, private targets allowed. An answer may take as
 * long as in production: on a slow machine a short time-out would add attempts that no test expects.
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
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        ...identity.headersFor(who),
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as Answer };
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
    /** Stops the service alone. */
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

export interface EndpointAnswer {
  readonly id: string;
  readonly secret: string;
  readonly url: string;
  readonly active: boolean;
  readonly updated_at: string | null;
}

export interface DeliveryAnswer {
  readonly id: string;
  readonly event_type: string;
  readonly status: string;
  readonly attempts: number;
}

/** An answer's body, of whichever endpoint: a test reads what it knows to be there. */
export interface Answer {
  readonly error: string;
  readonly id: string;
  readonly data: EndpointAnswer & {
    readonly endpoints: readonly EndpointAnswer[];
    readonly events: readonly DeliveryAnswer[];
    readonly delivery_id: string;
    readonly total: number;
    readonly daily_stats: readonly object[];
  };
}
