import { DateTime, IANAZone } from 'luxon';
import { type Period } from './period.ts';
import { type Frequency } from './schedule.ts';

export interface Rhythm {
  readonly frequency: Frequency;
  /** IANA, `Europe/Berlin`. */
  readonly timezone: string;
  /** Hour of the local day. */
  readonly hour: number;
}

const units = { daily: 'day', weekly: 'week', monthly: 'month' } as const;

/** Whether this is a time zone; `local` is refused, because it differs between servers. */
export const isTimezone = (name: string): boolean => IANAZone.isValidZone(name);

/** The run of the day, week or month of `at`; an hour that the clocks skip is an hour later. */
const runOf = (at: DateTime, { frequency, hour }: Rhythm): DateTime =>
  at.startOf(units[frequency]).set({ hour });

/** The first run after `now`: daily, on Mondays, or on the first of a month, at the hour of the zone. */
export function nextRun(rhythm: Rhythm, now: Date): Date {
  const local = DateTime.fromJSDate(now, { zone: rhythm.timezone });
  const run = runOf(local, rhythm);
  const unit = units[rhythm.frequency];
  const next = run > local ? run : runOf(local.startOf(unit).plus({ [unit]: 1 }), rhythm);
  return next.toJSDate();
}

export interface ReportedPeriod extends Period {
  /** Its first and last day in the zone. */
  readonly from: string;
  readonly to: string;
}

/** The period that a run at `at` reports: the last day, week or month that ended before it, in the zone. */
export function periodBefore({ frequency, timezone }: Rhythm, at: Date): ReportedPeriod {
  const unit = units[frequency];
  const end = DateTime.fromJSDate(at, { zone: timezone }).startOf(unit);
  const start = end.minus({ [unit]: 1 });
  return {
    start: start.toJSDate(),
    end: end.toJSDate(),
    from: start.toISODate() ?? '',
    to: end.minus({ day: 1 }).toISODate() ?? '',
  };
}
