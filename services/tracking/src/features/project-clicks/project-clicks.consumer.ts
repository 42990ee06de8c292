import { clickRecorded } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { projectClicks } from './project-clicks.ts';

/** Long enough for large transactions under load, short enough that a single click is stored within half a second. */
const GATHER_MS = 250;

export const projectClicksConsumer = (deps: Deps) => {
  const project = projectClicks(deps);
  return batchConsumer(clickRecorded, (events) => project(events.map(({ data }) => data)), {
    gatherMs: GATHER_MS,
  });
};
