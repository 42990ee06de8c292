import { clickRecorded } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** Maximum lag of the projection while the load of redirects is high, ms. */
const MAX_LAG_MS = 30_000;
/** Maximum wait of one batch, ms, so that the projection continues under lasting load. */
const MAX_WAIT_MS = 3_000;

/**
 * Projects the click log into the clicks collection, in bulk; a repeated click changes nothing. Visitors
 * wait for redirects but nobody for the projection, so it waits while many redirects arrive. Clicks are
 * found in Redis meanwhile, which keeps them longer than the maximum lag.
 */
export const projectClicksConsumer = ({ clicks, loadGauge, clock }: Deps) =>
  batchConsumer(clickRecorded, async (events) => {
    const lagMs = clock.now().getTime() - (events[0]?.occurredAt.getTime() ?? 0);
    if (lagMs < MAX_LAG_MS) await loadGauge.waitForLowLoad(MAX_WAIT_MS);
    await clicks.addAll(events.map(({ data }) => data));
  });
