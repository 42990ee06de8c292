import { DAY_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import {
  ageLimitsDays,
  type BrowserOrders,
  browserFamilies,
  familyOf,
  type HealthDay,
  type HealthScope,
  type OrderCount,
  ordersIn,
} from '../domain/tracking-health.ts';

type HealthDeps = Pick<Deps, 'clock' | 'shopSightings' | 'trackingHealth'>;

/** The UTC days of a period that ends today, in their order, `YYYY-MM-DD`. */
function daysUntil(now: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
}

/** The orders of a day by browser; browsers without any are left out. */
function ordersOf(counts: readonly OrderCount[], anonymous: readonly number[]): BrowserOrders[] {
  const all = browserFamilies.map((browser, index) => {
    const own = counts.filter((count) => familyOf(count.browser) === browser);
    return {
      browser,
      withClick: own.reduce((sum, { withClick }) => sum + withClick, 0),
      withoutClick: own.reduce(
        (sum, { withoutClick }) => sum + withoutClick,
        anonymous[index] ?? 0,
      ),
    };
  });
  return all.filter(({ withClick, withoutClick }) => withClick + withoutClick > 0);
}

/** Orders by the age of their click: up to each limit, and older. */
const agesOf = (counts: readonly OrderCount[]): number[] =>
  [...ageLimitsDays, Infinity].map((_limit, index) =>
    ordersIn(counts.filter(({ age }) => age === index)),
  );

/** What was seen of a brand's shops on each day, and how old the clicks of its orders were. */
export async function readTrackingHealth(
  { clock, shopSightings, trackingHealth }: HealthDeps,
  scope: HealthScope,
  dayCount: number,
): Promise<{ readonly days: readonly HealthDay[]; readonly ages: readonly number[] }> {
  const dates = daysUntil(clock.now(), dayCount);
  const since = new Date(`${dates[0] ?? ''}T00:00:00Z`);
  const [clicks, orders, sightings] = await Promise.all([
    trackingHealth.countClicks(scope, since),
    trackingHealth.countOrders(scope, since),
    shopSightings.count(scope.brandId, dates),
  ]);
  const days = dates.map((date, index) => ({
    date,
    clicks: clicks.get(date) ?? 0,
    arrivals: sightings[index]?.arrivals ?? 0,
    orders: ordersOf(
      orders.filter((count) => count.date === date),
      sightings[index]?.anonymous ?? [],
    ),
  }));
  return { days, ages: agesOf(orders) };
}
