import { conflict } from '@tributary/errors';
import { type Actor } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { requirePro } from '../../domain/endpoint.ts';
import { deliveryAgain } from '../../domain/new-delivery.ts';

interface Input {
  readonly actor: Actor;
  readonly endpointId: string;
  readonly deliveryId: string;
}

/** Sends a failed delivery's message again, as a delivery of its own with attempts of its own. */
export const retryDelivery =
  (deps: Deps) =>
  async ({ actor, endpointId, deliveryId }: Input): Promise<string> => {
    requirePro(actor);
    const id = await deps.transaction(async ({ endpoints, deliveries, lanes }) => {
      const endpoint = await endpoints.get(endpointId, actor.id);
      const failed = await deliveries.get(deliveryId, endpointId);
      if (!endpoint.active) {
        throw conflict('endpoint_inactive', { message: 'The endpoint is switched off' });
      }
      const id = deps.newId();
      if ((await deliveries.markRetried([{ id: deliveryId, retriedAs: id }])) === 0) {
        throw conflict('delivery_not_failed', {
          message: 'Only a failed delivery can be retried, and only once',
        });
      }
      const now = deps.clock.now();
      await deliveries.addNew([deliveryAgain(failed, id, now)]);
      await lanes.poke([endpointId], now);
      return id;
    });
    deps.lanesNudge.ring();
    return id;
  };
