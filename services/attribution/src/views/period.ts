import { invalidFields } from '@tributary/errors';
import { DAY_MS } from '@tributary/units';
import { type Period } from '../store/score-store.ts';

interface Dates {
  readonly start_date?: Date | undefined;
  readonly end_date?: Date | undefined;
}

/** @throws invalid when the period is longer than allowed */
export function requireAtMost(period: Period, maxDays: number): Period {
  if (period.to.getTime() - period.from.getTime() > maxDays * DAY_MS) {
    throw invalidFields([{ path: 'start_date', message: `At most ${maxDays} days` }]);
  }
  return period;
}

const monthStart = (now: Date, monthsAgo: number): Date =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo));

/**
 * The requested period; the calendar month before this one where no date is named.
 * @throws invalid when the period is longer than allowed
 */
export function periodIn(
  { start_date: start, end_date: end }: Dates,
  now: Date,
  maxDays: number,
): Period {
  const isNamed = start !== undefined || end !== undefined;
  const to = end ?? (isNamed ? now : monthStart(now, 0));
  const from = start ?? (isNamed ? new Date(to.getTime() - maxDays * DAY_MS) : monthStart(now, 1));
  return requireAtMost({ from, to }, maxDays);
}
