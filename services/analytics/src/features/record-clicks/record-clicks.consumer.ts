import { clickRecorded } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { recordClicks } from './record-clicks.ts';

export const recordClicksConsumer = (deps: Deps) =>
  batchConsumer(clickRecorded, (events) => recordClicks(deps)(events.map(({ data }) => data)), {
    oneAtATime: true,
  });
