import { DAY_MS } from '@tributary/units';

export const periodUnits = ['day', 'week', 'month', 'year'] as const;
export type PeriodUnit = (typeof periodUnits)[number];

/** The first moment of the calendar month, UTC, `offset` months away. */
export const monthStart = (at: Date, offset = 0): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + offset, 1));

const DAY_LENGTH = 10;
/** The day of a moment, UTC, as `2026-05-01`. */
export const dayText = (at: Date): string => at.toISOString().slice(0, DAY_LENGTH);

/** A range of time; `to` is exclusive, an absent end is open. */
export interface Span {
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** Splits a span into its whole days, UTC, and the parts of days at its ends; `whole` may be empty. */
export function splitByDays({ from, to }: Span): {
  readonly whole: Span;
  readonly parts: readonly Span[];
} {
  const first = from && nextMidnight(from);
  const end = to && periodStart(to, 'day');
  if (first !== undefined && end !== undefined && first > end) {
    return { whole: { from: end, to: end }, parts: [{ from, to }] };
  }
  const head = { from, to: first };
  const tail = { from: end, to };
  const isEmpty = (span: Span): boolean => span.from?.getTime() === span.to?.getTime();
  return { whole: { from: first, to: end }, parts: [head, tail].filter((span) => !isEmpty(span)) };
}

/** The first midnight at or after `at`. */
function nextMidnight(at: Date): Date {
  const start = periodStart(at, 'day');
  return start.getTime() === at.getTime() ? start : periodStart(at, 'day', 1);
}

/** Calendar months between two moments, at least 1. */
export function monthsSince(first: Date, now: Date): number {
  const years = now.getUTCFullYear() - first.getUTCFullYear();
  return Math.max(1, years * 12 + now.getUTCMonth() - first.getUTCMonth());
}

/** The first moment of the period that `at` lies in, UTC, `offset` periods away; weeks begin on Monday. */
export function periodStart(at: Date, unit: PeriodUnit, offset = 0): Date {
  const year = at.getUTCFullYear();
  if (unit === 'year') return new Date(Date.UTC(year + offset, 0, 1));
  if (unit === 'month') return monthStart(at, offset);
  const day = Date.UTC(year, at.getUTCMonth(), at.getUTCDate());
  if (unit === 'day') return new Date(day + offset * DAY_MS);
  const sinceMonday = (at.getUTCDay() + 6) % 7;
  return new Date(day + (7 * offset - sinceMonday) * DAY_MS);
}

/** Every period from the one of `first` to the one of `last`, the latest `atMost` of them. */
export function periodsBetween(
  first: Date,
  last: Date,
  { unit, atMost }: { readonly unit: PeriodUnit; readonly atMost: number },
): readonly Date[] {
  const periods: Date[] = [];
  const start = periodStart(first, unit);
  let period = periodStart(last, unit);
  while (period >= start && periods.length < atMost) {
    periods.push(period);
    period = periodStart(period, unit, -1);
  }
  return periods.reverse();
}
