import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@tributary/units';
import { seeded } from '../orders.ts';
import { type CastBrand } from './cast.ts';

export const DAYS = 90;

/** A click of the past, and the order that its visitor made, if any. */
export interface PlannedVisit {
  readonly at: Date;
  /** Differs for each visitor. */
  readonly visitor: number;
  readonly order?: { readonly at: Date; readonly valueMinor: number };
}

interface PlanOptions {
  readonly seed: number;
  readonly now: Date;
  /** Clicks a day, at the end of the period. */
  readonly perDay: number;
  readonly orderValue: CastBrand['orderValue'];
}

const QUIETEST = 0.55;
/** Sunday first: people read more at the end of the week. */
const OF_WEEKDAY = [1.25, 0.9, 0.85, 0.9, 0.95, 1.05, 1.2] as const;

/** A value with a median, whose logarithm is spread normally (Box and Muller). */
function logNormal(random: () => number, { medianMinor, spread }: PlanOptions['orderValue']) {
  const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.max(100, Math.round(medianMinor * Math.exp(spread * normal)));
}

/** Ninety days of an affiliate's visits, the same for a seed: more at weekends, and more from week to week. */
export function planVisits({ seed, now, perDay, orderValue }: PlanOptions): PlannedVisit[] {
  const random = seeded(seed);
  const conversion = 0.015 + 0.035 * random();
  const visits: PlannedVisit[] = [];
  for (let day = DAYS; day >= 1; day -= 1) {
    const begin = now.getTime() - day * DAY_MS;
    const growth = QUIETEST + (1 - QUIETEST) * ((DAYS - day) / DAYS);
    const weekday = OF_WEEKDAY[new Date(begin).getUTCDay()] ?? 1;
    const count = Math.round(perDay * growth * weekday * (0.7 + 0.6 * random()));
    for (let index = 0; index < count; index += 1) {
      const at = begin + random() * (DAY_MS - HOUR_MS);
      const buys = random() < conversion;
      const orderAt = Math.min(at + 3 * MINUTE_MS + random() ** 3 * 3 * DAY_MS, now.getTime());
      visits.push({
        at: new Date(at),
        visitor: seed * 100_000 + visits.length,
        ...(buys && {
          order: { at: new Date(orderAt), valueMinor: logNormal(random, orderValue) },
        }),
      });
    }
  }
  return visits;
}

const BURST = 24;

/** Orders that follow their clicks within seconds, one after the other, all of one visitor. */
export const planBurst = (seed: number, now: Date): PlannedVisit[] =>
  Array.from({ length: BURST }, (_, index) => {
    const at = now.getTime() - 2 * DAY_MS + index * 40 * SECOND_MS;
    return {
      at: new Date(at),
      visitor: seed * 100_000,
      order: { at: new Date(at + 2 * SECOND_MS), valueMinor: 4_990 },
    };
  });
