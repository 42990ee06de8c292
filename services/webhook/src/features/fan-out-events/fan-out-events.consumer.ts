import { allEventTypes, clickRecorded, type EventType } from '@tributary/contracts';
import { batchConsumer, type Consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { fanOutEvents } from './fan-out-events.ts';
import { createSubscriptionCheck } from './subscription-check.ts';

const clicks = clickRecorded as unknown as EventType;

/** A consumer for each internal event with a public one; clicks have a consumer of their own. */
export const fanOutEventsConsumers = (deps: Deps): Consumer[] =>
  allEventTypes()
    .filter((eventType) => eventType.publicEvents.length > 0 && eventType !== clicks)
    .map((eventType) => batchConsumer(eventType, fanOutEvents(deps, eventType), { gatherMs: 100 }));

/** Clicks come by the thousand and seldom have a subscriber. */
export function fanOutClicksConsumer(deps: Deps): Consumer {
  const hasSubscriber = createSubscriptionCheck(deps.endpoints.hasSubscriber, () =>
    performance.now(),
  );
  const fanOut = fanOutEvents(deps, clicks);
  return batchConsumer(clicks, async (events) => {
    if (await hasSubscriber('link.clicked')) await fanOut(events);
  });
}
