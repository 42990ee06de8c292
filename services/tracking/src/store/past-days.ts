import { keepLastUsed } from '@tributary/work';
import { type Clock } from '@tributary/service';
import { DAY_MS, HOUR_MS } from '@tributary/units';
import { type HealthScope, type OrderCount, ordersIn } from '../domain/tracking-health.ts';

/** Counts the orders of a brand since the begin of a day. */
export type CountOrders = (scope: HealthScope, since: Date) => Promise<readonly OrderCount[]>;

/** So many orders are counted anew each time: that takes some ten milliseconds. */
const FEW = 10_000;
/** The days that are kept of all brands. */
const MOST_DAYS = 5_000;
/** Orders of past days stay the same but for their clicks, which later changes of credit may name. */
const KEPT_MS = DAY_MS;
/** Until then an order of the day before may still be stored. */
const CLOSED_AFTER_MS = HOUR_MS;

const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The days from one time to another, `YYYY-MM-DD`. */
const datesBetween = (since: Date, end: number): string[] =>
  Array.from({ length: Math.max(0, Math.ceil((end - since.getTime()) / DAY_MS)) }, (_, index) =>
    dateOf(since.getTime() + index * DAY_MS),
  );

/** Counts the past days of a brand with many orders once a day, and only the newest ones each time. */
export function keepPastDays(count: CountOrders, clock: Clock): CountOrders {
  const known = keepLastUsed<readonly OrderCount[]>({ max: MOST_DAYS, ttl: KEPT_MS });
  return async (scope, since) => {
    const keyOf = (date: string): string => [scope.brandId, scope.campaignId ?? '', date].join(' ');
    const closedBefore = dateOf(clock.now().getTime() - CLOSED_AFTER_MS);
    const dates = datesBetween(since, Date.parse(closedBefore));
    const past = dates.map((date) => known.get(keyOf(date)));
    const firstUnknown = past.indexOf(undefined);
    const unknown = firstUnknown === -1 ? dates.length : firstUnknown;
    const counted = await count(scope, new Date(since.getTime() + unknown * DAY_MS));
    if (ordersIn(counted) > FEW) {
      const byDate = Map.groupBy(counted, ({ date }) => date);
      for (const date of dates.slice(unknown)) known.set(keyOf(date), byDate.get(date) ?? []);
    }
    return [...past.slice(0, unknown).flatMap((one) => one ?? []), ...counted];
  };
}
