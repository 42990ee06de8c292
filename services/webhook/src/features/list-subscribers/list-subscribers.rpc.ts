import { rpc } from '@tributary/grpc';
import { type Deps } from '../../deps.ts';
import { eventNames } from '../../domain/event-catalog.ts';

/** More subscribers than these are answered as all, so that the answer stays small. */
const MAX_OWNERS = 10_000;

/** Whose endpoints subscribe to an event, switched-off ones included: their deliveries can be recovered. */
export const listSubscribersRpc = ({ endpoints }: Pick<Deps, 'endpoints'>) =>
  rpc('tributary.webhook.v1.Endpoints', 'ListSubscribers', async ({ event }) => {
    const name = eventNames.find((known) => known === event);
    if (name === undefined) return { ownerIds: [], all: false };
    const owners = await endpoints.listOwnersSubscribedTo(name, MAX_OWNERS + 1);
    const all = owners.length > MAX_OWNERS || owners.some(({ isAdmin }) => isAdmin);
    return { ownerIds: all ? [] : owners.map(({ ownerId }) => ownerId), all };
  });
