import { type Actor } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { requirePro } from '../../domain/endpoint.ts';

/** Removes an endpoint. Nothing that waits for it is tried again. */
export const removeEndpoint =
  (deps: Deps) =>
  async (endpointId: string, actor: Actor): Promise<void> => {
    requirePro(actor);
    await deps.transaction(async ({ endpoints, deliveries, lanes }) => {
      await endpoints.remove(endpointId, actor.id);
      await endpoints.count(actor.id, -1);
      await deliveries.endOpen(endpointId, 'The endpoint was removed');
      await lanes.remove(endpointId);
    });
    deps.interrupts.ring(endpointId);
  };
