import { clickRecorded, clicksRecorded } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { decodeClicks } from '../../domain/click-batch.ts';
import { projectClicks } from './project-clicks.ts';

/** Long enough for large transactions under load, short enough that a single click is stored within half a second. */
const GATHER_MS = 250;

export const projectClicksConsumers = (deps: Deps) => {
  const project = projectClicks(deps);
  const options = { gatherMs: GATHER_MS };
  return [
    batchConsumer(
      clicksRecorded,
      (events) => project(events.flatMap(({ data }) => decodeClicks(data))),
      options,
    ),
    // Published by instances of the version before.
    batchConsumer(clickRecorded, (events) => project(events.map(({ data }) => data)), options),
  ];
};
