import { clickRecorded, type ClickRow } from '@tributary/contracts';
import { batchConsumer, type HandledEvent } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { recordClicks } from './record-clicks.ts';

export const recordClicksConsumer = (deps: Deps) => {
  const record = async (events: readonly HandledEvent<ClickRow>[]): Promise<void> => {
    await recordClicks(deps)(events.map(({ data }) => data));
    const now = deps.clock.now();
    for (const { data } of events) {
      deps.progress.note({ kind: 'clicks', id: data.linkId, currency: null }, 1, now);
    }
  };
  return batchConsumer(clickRecorded, record, { oneAtATime: true });
};
