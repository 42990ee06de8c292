import { clicksCounted } from '@tributary/contracts';
import { consumerOfSeveral } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { recordClicks } from './record-clicks.ts';

/** Counts clicks, and notes their links for a check of milestones. */
export const recordClicksConsumer = (deps: Deps) =>
  consumerOfSeveral(clicksCounted, async (events) => {
    await recordClicks(deps)(events);
    const now = deps.clock.now();
    for (const { linkId: id, unique, duplicate } of events.flatMap(({ data }) => data.counts)) {
      deps.progress.note({ kind: 'clicks', id, currency: null }, unique + duplicate, now);
    }
  });
