import { clickRecorded } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { recordClicks } from './record-clicks.ts';

export const recordClicksConsumer = (deps: Deps) =>
  batchConsumer(clickRecorded, async (events) => {
    await recordClicks(deps)(events.map(({ data }) => data));
    const now = deps.clock.now();
    for (const { data } of events) {
      deps.progress.note({ kind: 'clicks', id: data.linkId, currency: null }, 1, now);
    }
  });
