import { clickRecorded } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

/** So far the projection may be behind for the sake of redirects, ms. */
const MAY_BE_BEHIND_MS = 30_000;
/** A batch waits for so long at most, so that the projection goes on through any rush, ms. */
const WAIT_AT_MOST_MS = 3_000;

/**
 * The click log becomes the clicks collection, in bulk; a click that comes again changes nothing.
 * Visitors wait for a redirect and nobody for this: while many come it holds back. Meanwhile clicks
 * are found in Redis, where they are kept for longer.
 */
export const projectClicksConsumer = ({ clicks, rush, clock }: Deps) =>
  batchConsumer(clickRecorded, async (events) => {
    const behindMs = clock.now().getTime() - (events[0]?.occurredAt.getTime() ?? 0);
    if (behindMs < MAY_BE_BEHIND_MS) await rush.over(WAIT_AT_MOST_MS);
    await clicks.addAll(events.map(({ data }) => data));
  });
