import { recordChange } from '@tributary/mongo';
import { type Actor } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { ENDPOINT_SWITCHED_OFF } from '../domain/delivery.ts';
import { type Endpoint, type EndpointKind, requirePro } from '../domain/endpoint.ts';
import { type CancelledDelivery } from '../store/delivery-store.ts';
import { type EndpointChange } from '../store/endpoint-store.ts';
import { countCancelled } from './cancel-deliveries.ts';
import { checkUrl } from './check-url.ts';

interface Input {
  readonly actor: Actor;
  readonly endpointId: string;
  /** The expected kind; an endpoint of the other kind is not found. */
  readonly kind: EndpointKind;
  readonly change: EndpointChange;
}

type UpdateEndpointDeps = Pick<
  Deps,
  | 'checkTarget'
  | 'clock'
  | 'counts'
  | 'deliverySignal'
  | 'endpointChanges'
  | 'endpoints'
  | 'log'
  | 'transaction'
>;

/**
 * Updates an endpoint. Switching it off cancels its pending deliveries, which can be recovered later.
 * Switching it on or changing its URL resets its health, because earlier failures no longer matter.
 */
export const updateEndpoint =
  (deps: UpdateEndpointDeps) =>
  async ({ actor, endpointId, kind, change }: Input): Promise<Endpoint> => {
    requirePro(actor);
    const { url, postback } = await deps.endpoints.get(endpointId, actor.id, kind);
    if (change.url !== undefined) await checkUrl(deps, { url: change.url, postback }, 'url');
    const now = deps.clock.now();
    let cancelled: readonly CancelledDelivery[] = [];
    const updated = await deps.transaction(async ({ endpoints, deliveries, queues }) => {
      const before = await endpoints.get(endpointId, actor.id, kind);
      const endpoint = await endpoints.update(endpointId, actor.id, change, now);
      recordChange({ kind: 'webhook_endpoint', id: endpointId, before, after: endpoint });
      // The first batch only; the worker that drains the queue cancels the rest.
      if (!endpoint.active) {
        cancelled = await deliveries.cancelSome(endpointId, ENDPOINT_SWITCHED_OFF);
      }
      await queues.notify([endpointId], now);
      if (change.active === true || endpoint.url !== url) {
        await queues.resetHealth(endpointId);
        await endpoints.clearWarning(endpointId);
      }
      return endpoint;
    });
    await countCancelled(deps, cancelled);
    deps.endpointChanges.publish(endpointId);
    deps.deliverySignal.notify();
    return updated;
  };
