import { conflict } from '@tributary/errors';
import { type Actor } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { requirePro } from '../../domain/endpoint.ts';
import { redelivery } from '../../domain/new-delivery.ts';

interface Input {
  readonly actor: Actor;
  readonly endpointId: string;
  readonly deliveryId: string;
}

/** Sends the message of a failed delivery again as a new delivery; returns its id. */
export const retryWebhookDelivery =
  ({
    clock,
    deliverySignal,
    newId,
    transaction,
  }: Pick<Deps, 'clock' | 'deliverySignal' | 'newId' | 'transaction'>) =>
  async ({ actor, endpointId, deliveryId }: Input): Promise<string> => {
    requirePro(actor);
    const redeliveryId = await transaction(async ({ endpoints, deliveries, queues }) => {
      const endpoint = await endpoints.get(endpointId, actor.id);
      const failed = await deliveries.get(deliveryId, endpointId);
      if (!endpoint.active) {
        throw conflict('endpoint_inactive', { message: 'The endpoint is switched off' });
      }
      const id = newId();
      if ((await deliveries.markRetried([{ id: deliveryId, retriedAs: id }])) === 0) {
        throw conflict('delivery_not_failed', {
          message: 'Only a failed delivery can be retried, and only once',
        });
      }
      const now = clock.now();
      await deliveries.addNew([redelivery(failed, id, now)]);
      await queues.notify([endpointId], now);
      return id;
    });
    deliverySignal.notify();
    return redeliveryId;
  };
