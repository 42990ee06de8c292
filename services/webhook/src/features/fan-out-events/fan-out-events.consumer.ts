import { allEventTypes } from '@tributary/contracts';
import { batchConsumer, type Consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { fanOutEvents } from './fan-out-events.ts';

const GATHER_MS = 100;

/** A consumer for each internal event with a public one. */
export const fanOutEventsConsumers = (deps: Deps): Consumer[] =>
  allEventTypes()
    .filter((eventType) => eventType.publicEvents.length > 0)
    .map((eventType) =>
      batchConsumer(eventType, fanOutEvents(deps, eventType), { gatherMs: GATHER_MS }),
    );
