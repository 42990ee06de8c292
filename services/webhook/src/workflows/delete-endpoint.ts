import { type Actor } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { requirePro } from '../domain/endpoint.ts';
import { countEnded, REMOVED } from './cancel-deliveries.ts';
import { type EndedDelivery } from '../store/delivery-store.ts';

/** Removes an endpoint. Nothing that waits for it is tried again. */
export const removeEndpoint =
  (deps: Deps) =>
  async (endpointId: string, actor: Actor, kind: 'webhook' | 'postback'): Promise<void> => {
    requirePro(actor);
    let ended: readonly EndedDelivery[] = [];
    await deps.transaction(async ({ endpoints, deliveries, lanes }) => {
      await endpoints.get(endpointId, actor.id, kind);
      await endpoints.remove(endpointId, actor.id);
      await endpoints.count(actor.id, -1);
      // The first of what waits for it, and its lane ends the rest before it goes as well.
      ended = await deliveries.endSome(endpointId, REMOVED);
      await lanes.poke([endpointId], deps.clock.now());
    });
    await countEnded(deps, ended);
    deps.interrupts.ring(endpointId);
    deps.lanesNudge.ring();
  };
