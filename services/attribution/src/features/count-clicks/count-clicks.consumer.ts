import { type ClickCount, clicksCounted } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { daysOf } from '../../domain/click-sums.ts';

/** More in one transaction gain nothing and cost more to repeat. */
const MAX_EVENTS = 100;

const visitorsOf = ({ campaignId, affiliateId, minute, evidence }: ClickCount) => {
  const { visitors, addresses } = evidence;
  return { campaignId, affiliateId, at: new Date(minute), visitors, addresses };
};

/** Visitors are counted before the sums, which mark the events as handled: a crash in between repeats both. */
export const countClicksConsumer = ({ clickSums, traffic }: Deps) =>
  batchConsumer(
    clicksCounted,
    async (events) => {
      for (let at = 0; at < events.length; at += MAX_EVENTS) {
        const some = events.slice(at, at + MAX_EVENTS);
        await traffic.addVisitors(some.flatMap(({ data }) => data.counts.map(visitorsOf)));
        await clickSums.add(
          some.map(({ id, data }) => ({ eventId: id, days: data.counts.flatMap(daysOf) })),
        );
      }
    },
    { oneAtATime: true },
  );
