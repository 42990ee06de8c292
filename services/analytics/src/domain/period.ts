import { invalid, invalidFields } from '@tributary/errors';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tributary/units';

/** A span of time; `end` is exclusive. */
export interface Period {
  readonly start: Date;
  readonly end: Date;
}

export const intervals = ['hour', 'day', 'week', 'month'] as const;
export type Interval = (typeof intervals)[number];

const DEFAULT_DAYS = 30;
const MAX_BUCKETS = 2_000;

/** All time, in whole days, which are read from sums alone. */
export const allTime: Period = {
  start: new Date('2000-01-01T00:00:00.000Z'),
  end: new Date('2200-01-01T00:00:00.000Z'),
};

/** The start of the hour of `at`, UTC. */
export const hourOf = (at: Date): Date => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);

/** The start of the day of `at`, UTC. */
export const dayOf = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

/**
 * The period of a query; without dates the last 30 days, today included.
 * @throws invalid naming `start_date` where it lies after today and no end is given
 */
export function periodOf(
  given: { start?: Date | undefined; end?: Date | undefined },
  now: Date,
): Period {
  const end = given.end ?? new Date(dayOf(now).getTime() + DAY_MS);
  const start = given.start ?? new Date(dayOf(end).getTime() - DEFAULT_DAYS * DAY_MS);
  if (start >= end) {
    throw invalidFields([{ path: 'start_date', message: 'Must not lie after today' }]);
  }
  return { start, end };
}

const YEAR_0_MS = Date.parse('0000-01-01T00:00:00.000Z');

/** The period of the same length that ends where this one begins; shorter where it would begin before the year 0, which a date of four digits cannot state. */
export const previousPeriod = ({ start, end }: Period): Period => ({
  start: new Date(Math.max(YEAR_0_MS, 2 * start.getTime() - end.getTime())),
  end: start,
});

/** The start of the interval of `at`, UTC; weeks begin on Monday (ISO 8601). */
export function bucketOf(at: Date, interval: Interval): Date {
  if (interval === 'hour') return hourOf(at);
  const day = dayOf(at);
  if (interval === 'day') return day;
  if (interval === 'week') {
    const sinceMonday = (day.getUTCDay() + 6) % 7;
    return new Date(day.getTime() - sinceMonday * DAY_MS);
  }
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), 1));
}

function nextBucket(bucket: Date, interval: Interval): Date {
  if (interval === 'month') {
    return new Date(Date.UTC(bucket.getUTCFullYear(), bucket.getUTCMonth() + 1, 1));
  }
  const lengths = { hour: HOUR_MS, day: DAY_MS, week: 7 * DAY_MS } as const;
  return new Date(bucket.getTime() + lengths[interval]);
}

/** The error of a period with too many intervals. */
export const periodErrors = {
  period_too_long: `At most ${String(MAX_BUCKETS)} intervals; choose a longer interval or a shorter period`,
};

/** Every interval that overlaps the period, empty ones included. @throws invalid where there are too many */
export function bucketsOf(period: Period, interval: Interval): Date[] {
  const buckets: Date[] = [];
  let bucket = bucketOf(period.start, interval);
  while (bucket < period.end) {
    buckets.push(bucket);
    if (buckets.length > MAX_BUCKETS) {
      throw invalid('period_too_long', { message: periodErrors.period_too_long });
    }
    bucket = nextBucket(bucket, interval);
  }
  return buckets;
}

const nearestMinute = (at: Date): Date =>
  new Date(Math.round(at.getTime() / MINUTE_MS) * MINUTE_MS);

/** The period with its ends at the nearest minutes, because clicks are counted by the minute. */
export const inMinutes = ({ start, end }: Period): Period => ({
  start: nearestMinute(start),
  end: nearestMinute(end),
});

/** A period split into whole days or hours, and the edges before and after them. */
export interface SplitPeriod {
  readonly whole: Period | undefined;
  readonly edges: readonly Period[];
}

/** Splits a period into disjoint parts that cover it. */
export function splitPeriod({ start, end }: Period, by: 'day' | 'hour'): SplitPeriod {
  const unitMs = by === 'day' ? DAY_MS : HOUR_MS;
  const first = new Date(Math.ceil(start.getTime() / unitMs) * unitMs);
  const last = new Date(Math.floor(end.getTime() / unitMs) * unitMs);
  if (first >= last) return { whole: undefined, edges: [{ start, end }] };
  const edges = [
    { start, end: first },
    { start: last, end },
  ];
  return {
    whole: { start: first, end: last },
    edges: edges.filter((edge) => edge.start < edge.end),
  };
}

/** A part of a day: what to add, and what to subtract from the whole day. */
export interface DayParts {
  readonly days: readonly Period[];
  readonly added: readonly Period[];
  readonly taken: readonly Period[];
}

/**
 * Counts more than half a day as the day less the rest of it, so that at most half a day is counted fact by
 * fact.
 */
export function dayParts({ start, end }: Period): DayParts {
  const days: Period[] = [];
  const added: Period[] = [];
  const taken: Period[] = [];
  for (let dayMs = dayOf(start).getTime(); dayMs < end.getTime(); dayMs += DAY_MS) {
    const day = { start: new Date(dayMs), end: new Date(dayMs + DAY_MS) };
    const part = {
      start: start > day.start ? start : day.start,
      end: end < day.end ? end : day.end,
    };
    if (part.end.getTime() - part.start.getTime() <= DAY_MS / 2) {
      added.push(part);
      continue;
    }
    days.push(day);
    taken.push({ start: day.start, end: part.start }, { start: part.end, end: day.end });
  }
  return { days, added, taken: taken.filter((rest) => rest.start < rest.end) };
}
