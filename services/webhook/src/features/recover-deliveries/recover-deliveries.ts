import { conflict } from '@tributary/errors';
import { type Actor } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { requirePro } from '../../domain/endpoint.ts';

/** Deliveries that are put back in one transaction. */
const AT_ONCE = 500;

/** Puts everything that failed in a time range (`until` not included) back to work. */
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
      const failed = await deps.deliveries.listFailed(endpointId, { ...range, after }, AT_ONCE);
      after = failed.at(-1);
      if (after === undefined) return count;
      const ids = failed.map(({ _id }) => _id);
      count += await deps.transaction(async ({ deliveries, lanes }) => {
        const now = deps.clock.now();
        const requeued = await deliveries.requeue(ids, now);
        await lanes.poke([endpointId], now);
        return requeued;
      });
      deps.lanesNudge.ring();
    }
  };
