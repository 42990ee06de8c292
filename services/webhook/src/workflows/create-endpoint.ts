import { conflict } from '@tributary/errors';
import { type Actor } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { type Endpoint, endpointLimit, requirePro } from '../domain/endpoint.ts';
import { type EventName } from '../domain/event-catalog.ts';
import { type Postback } from '../domain/postback.ts';
import { checkUrl } from './check-url.ts';

export interface NewEndpoint {
  readonly actor: Actor;
  readonly url: string;
  /** The request's name for the URL, for the error. */
  readonly urlField: string;
  readonly events: readonly EventName[];
  readonly description: string | null;
  readonly active: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly postback?: Postback;
}

/** Registers an endpoint; its secret is in the answer in full, here and after a rotation only. */
export const createEndpoint =
  (deps: Deps) =>
  async (wanted: NewEndpoint): Promise<{ endpoint: Endpoint; secret: string }> => {
    const { actor } = wanted;
    requirePro(actor);
    await checkUrl(deps, wanted, wanted.urlField);
    const limit = endpointLimit(actor);
    const id = await deps.transaction(async ({ endpoints }) => {
      if ((await endpoints.count(actor.id, 1)) > limit) throw limitReached(limit);
      const endpoint = newEndpoint(deps, wanted);
      await endpoints.create(endpoint);
      return endpoint.id;
    });
    // Read back, because a repeated call under one idempotency key made nothing new.
    const endpoint = await deps.endpoints.get(id, actor.id);
    return { endpoint, secret: deps.secrets.open(endpoint.secret, id) };
  };

const SECRET_END = 4;

function newEndpoint(deps: Deps, wanted: NewEndpoint): Endpoint {
  const { actor, url, events, description, active, headers, postback } = wanted;
  const id = deps.newId();
  const secret = deps.secrets.make();
  return {
    id,
    ownerId: actor.id,
    ownerRole: actor.role,
    url,
    ...(postback === undefined ? {} : { postback }),
    events,
    description,
    active,
    switchedOff: null,
    headers,
    secret: deps.secrets.seal(secret, id),
    secretEnd: secret.slice(-SECRET_END),
    previousSecret: null,
    createdAt: deps.clock.now(),
    updatedAt: null,
    lastTriggered: null,
    failureCount: 0,
    successCount: 0,
    revision: 0,
  };
}

const limitReached = (limit: number) =>
  conflict('endpoint_limit_reached', {
    message: `Your plan allows ${String(limit)} webhook endpoints`,
  });
