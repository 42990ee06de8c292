import { worker } from '@tributary/service';
import { SECOND_MS } from '@tributary/units';
import { type Deps } from '../../deps.ts';

const CHECK_EVERY_MS = 10 * SECOND_MS;

/** Fills the traffic counters again after Redis has lost them or was not available. */
export const refillTrafficCountersWorker = ({ traffic, clicks, clock, log }: Deps) =>
  worker({
    name: 'count-traffic',
    everyMs: CHECK_EVERY_MS,
    run: async () => {
      const isFilled = await traffic.refill(clock.now(), (since) => clicks.streamVisitors(since));
      if (isFilled) log.info('the traffic counters were filled again');
      return false;
    },
  });
