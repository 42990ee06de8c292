import { DAY_MS } from '@tributary/units';

/** How often an affiliate can be paid automatically. */
export const scheduledFrequencies = ['daily', 'weekly', 'biweekly', 'monthly'] as const;
export type ScheduledFrequency = (typeof scheduledFrequencies)[number];

const MONDAY = 1;

const midnight = (date: Date): Date => new Date(Math.floor(date.getTime() / DAY_MS) * DAY_MS);
const daysAfter = (date: Date, days: number): Date => new Date(date.getTime() + days * DAY_MS);

const mondayOf = (date: Date): Date =>
  daysAfter(midnight(date), -((date.getUTCDay() - MONDAY + 7) % 7));

/** Weeks since 1970-01-05, which was a Monday. */
const weekOf = (monday: Date): number => (monday.getTime() / DAY_MS - 4) / 7;

/**
 * The day on which the scheduled payouts of `now` last fell due, midnight UTC: daily; weekly on
 * Mondays; biweekly on Mondays of even weeks since 1970-01-05; monthly on the 1st.
 */
export function lastPayoutDay(frequency: ScheduledFrequency, now: Date): Date {
  if (frequency === 'daily') return midnight(now);
  if (frequency === 'monthly') return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
  const monday = mondayOf(now);
  const isOff = frequency === 'biweekly' && weekOf(monday) % 2 !== 0;
  return isOff ? daysAfter(monday, -7) : monday;
}

/** The first scheduled day after `now`; a day that has begun is not after `now`. */
export function nextPayoutDay(frequency: ScheduledFrequency, now: Date): Date {
  const last = lastPayoutDay(frequency, now);
  if (frequency === 'daily') return daysAfter(last, 1);
  if (frequency === 'weekly') return daysAfter(last, 7);
  if (frequency === 'biweekly') return daysAfter(last, 14);
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() + 1));
}
