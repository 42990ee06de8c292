import { conflict } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { type Actor } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { type Endpoint, endpointLimit, requirePro, secretEndOf } from '../domain/endpoint.ts';
import { type EventName } from '../domain/event-catalog.ts';
import { type Postback } from '../domain/postback.ts';
import { checkUrl } from './check-url.ts';

export interface NewEndpoint {
  readonly actor: Actor;
  readonly url: string;
  /** The name of the URL in the request, for errors. */
  readonly urlField: string;
  readonly events: readonly EventName[];
  readonly description: string | null;
  readonly active: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly postback?: Postback;
}

type CreateEndpointDeps = Pick<
  Deps,
  'checkTarget' | 'clock' | 'endpoints' | 'newId' | 'secrets' | 'transaction'
>;

/** Registers an endpoint. Returns its secret in full, as only a rotation does otherwise. */
export const createEndpoint =
  (deps: CreateEndpointDeps) =>
  async (input: NewEndpoint): Promise<{ endpoint: Endpoint; secret: string }> => {
    const { actor } = input;
    requirePro(actor);
    await checkUrl(deps, input, input.urlField);
    const limit = endpointLimit(actor);
    const id = await deps.transaction(async ({ endpoints }) => {
      if ((await endpoints.addToCount(actor.id, 1)) > limit) throw limitReached(limit);
      const isSuspended = await endpoints.isOwnerSuspended(actor.id);
      const endpoint = newEndpoint(deps, input);
      await endpoints.create(isSuspended ? { ...endpoint, isSuspended } : endpoint);
      recordChange({ kind: 'webhook_endpoint', id: endpoint.id, after: endpoint });
      return endpoint.id;
    });
    // Read back, because a call repeated under an idempotency key returns the endpoint of the first call.
    const endpoint = await deps.endpoints.get(id, actor.id);
    return { endpoint, secret: deps.secrets.decrypt(endpoint.secret, id) };
  };

function newEndpoint(
  { clock, newId, secrets }: Pick<Deps, 'clock' | 'newId' | 'secrets'>,
  { actor, url, events, description, active, headers, postback }: NewEndpoint,
): Endpoint {
  const id = newId();
  const secret = secrets.generate();
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
    secret: secrets.encrypt(secret, id),
    secretEnd: secretEndOf(secret),
    previousSecret: null,
    createdAt: clock.now(),
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
