import { conflict } from '@tributary/errors';
import { type Actor } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { requirePro } from '../../domain/endpoint.ts';
import { deliveryAgain } from '../../domain/new-delivery.ts';
import { type FailedRange } from '../../store/delivery-store.ts';

/** Deliveries that are sent again in one transaction. */
const AT_ONCE = 500;

/**
 * Sends again everything that failed in a time range (`until` not included), each as a delivery of its
 * own: what failed stays in the history as it was. Answers how many.
 */
export const recoverDeliveries =
  (deps: Deps) =>
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
    // By place, not until none is left: what is sent and fails again at once is not met twice.
    for (let after; ;) {
      const failed = await recoverSome(deps, endpointId, { ...range, after });
      after = failed.at(-1);
      if (after === undefined) return count;
      count += failed.length;
      deps.lanesNudge.ring();
    }
  };

const recoverSome = (deps: Deps, endpointId: string, range: FailedRange) =>
  deps.transaction(async ({ deliveries, lanes }) => {
    const failed = await deliveries.listFailed(endpointId, range, AT_ONCE);
    if (failed.length === 0) return failed;
    const now = deps.clock.now();
    const retries = failed.map((row) => ({ row, id: row._id, retriedAs: deps.newId() }));
    await deliveries.markRetried(retries);
    await deliveries.addNew(
      retries.map(({ row, retriedAs }) => deliveryAgain(row, retriedAs, now)),
    );
    await lanes.poke([endpointId], now);
    return failed;
  });
