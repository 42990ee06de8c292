import { conflict } from '@tributary/errors';
import { type Actor } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { requirePro } from '../../domain/endpoint.ts';
import { redelivery } from '../../domain/new-delivery.ts';
import { type FailedRange } from '../../store/delivery-store.ts';

/** Deliveries per transaction. */
const BATCH = 500;

type RecoverDeps = Pick<Deps, 'clock' | 'deliverySignal' | 'endpoints' | 'newId' | 'transaction'>;

/**
 * Sends again every delivery that failed in a time range (`until` is exclusive), each as a new delivery:
 * the failed ones stay unchanged in the log. Returns how many.
 */
export const recoverWebhookDeliveries =
  (deps: RecoverDeps) =>
  async (
    endpointId: string,
    actor: Actor,
    range: Readonly<{ since: Date; until: Date }>,
  ): Promise<number> => {
    requirePro(actor);
    const endpoint = await deps.endpoints.get(endpointId, actor.id);
    if (!endpoint.active) {
      throw conflict('endpoint_inactive', { message: 'The endpoint is switched off' });
    }
    let count = 0;
    // Paged by position: a redelivery that fails again at once must not be recovered a second time.
    for (let after; ;) {
      const failed = await recoverBatch(deps, endpointId, { ...range, after });
      after = failed.at(-1);
      if (after === undefined) return count;
      count += failed.length;
      deps.deliverySignal.notify();
    }
  };

const recoverBatch = (
  { clock, newId, transaction }: RecoverDeps,
  endpointId: string,
  range: FailedRange,
) =>
  transaction(async ({ deliveries, queues }) => {
    const failed = await deliveries.listFailed(endpointId, range, BATCH);
    if (failed.length === 0) return failed;
    const now = clock.now();
    const pairs = failed.map((document) => ({ document, id: document._id, retriedAs: newId() }));
    await deliveries.markRetried(pairs);
    await deliveries.addNew(
      pairs.map(({ document, retriedAs }) => redelivery(document, retriedAs, now)),
    );
    await queues.notify([endpointId], now);
    return failed;
  });
