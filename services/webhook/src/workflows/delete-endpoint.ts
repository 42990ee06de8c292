import { recordChange } from '@tributary/mongo';
import { type Actor } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { ENDPOINT_DELETED } from '../domain/delivery.ts';
import { type EndpointKind, requirePro } from '../domain/endpoint.ts';
import { type CancelledDelivery } from '../store/delivery-store.ts';
import { countCancelled } from './cancel-deliveries.ts';

type DeleteEndpointDeps = Pick<
  Deps,
  'clock' | 'counts' | 'deliverySignal' | 'endpointChanges' | 'log' | 'transaction'
>;

/** Deletes an endpoint, also of an account that lost the Pro tier, and cancels its pending deliveries. */
export const deleteEndpoint =
  (deps: DeleteEndpointDeps) =>
  async (endpointId: string, actor: Actor, kind: EndpointKind): Promise<void> => {
    let cancelled: readonly CancelledDelivery[] = [];
    await deps.transaction(async ({ endpoints, deliveries, queues }) => {
      const before = await endpoints.get(endpointId, actor.id, kind).catch((error: unknown) => {
        requirePro(actor);
        throw error;
      });
      await endpoints.delete(endpointId, actor.id);
      recordChange({ kind: 'webhook_endpoint', id: endpointId, before });
      await endpoints.addToCount(actor.id, -1);
      // The first batch only; the worker that drains the queue cancels the rest and deletes the queue.
      cancelled = await deliveries.cancelSome(endpointId, ENDPOINT_DELETED);
      await queues.notify([endpointId], deps.clock.now());
    });
    await countCancelled(deps, cancelled);
    deps.endpointChanges.publish(endpointId);
    deps.deliverySignal.notify();
  };
