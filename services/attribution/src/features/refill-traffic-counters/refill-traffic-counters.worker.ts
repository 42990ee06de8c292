import { worker } from '@tributary/service';
import { type Deps } from '../../deps.ts';

const LOOK_EVERY_MS = 10_000;

/** Fills the streaming counters when Redis has lost them, or was away. */
export const refillTrafficCountersWorker = ({ traffic, clock, log }: Deps) =>
  worker({
    name: 'count-traffic',
    everyMs: LOOK_EVERY_MS,
    run: async () => {
      if (await traffic.refill(clock.now())) log.info('the traffic counters were filled again');
      return false;
    },
  });
