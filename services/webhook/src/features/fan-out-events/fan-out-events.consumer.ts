import { batchConsumer, type Consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { clickTranslation } from '../../domain/public-events/campaigns.ts';
import { translations } from '../../domain/public-events/table.ts';
import { fanOutEvents } from './fan-out-events.ts';
import { createSubscriptionCheck } from './subscription-check.ts';

/** A consumer for each internal event with a public one; clicks have a consumer of their own. */
export const fanOutEventsConsumers = (deps: Deps): Consumer[] =>
  translations
    .filter((row) => row.notPublishedBecause === undefined && row !== clickTranslation)
    .map((row) => batchConsumer(row.eventType, fanOutEvents(deps, row), { isAwaited: true }));

/** Clicks come by the thousand and seldom have a subscriber. */
export function fanOutClicksConsumer(deps: Deps): Consumer {
  const hasSubscriber = createSubscriptionCheck(deps.endpoints.hasSubscriber, () =>
    performance.now(),
  );
  const fanOut = fanOutEvents(deps, clickTranslation);
  return batchConsumer(clickTranslation.eventType, async (events) => {
    if (await hasSubscriber('link.clicked')) await fanOut(events);
  });
}
