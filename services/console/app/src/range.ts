import { type Search } from './search.ts';

const DAY_MS = 86_400_000;
/** The days of a range that nobody chose. */
export const DEFAULT_DAYS = 30;

/** The first and the last day of a range, and of the one before it, as the API wants them (UTC). */
export interface Range {
  readonly start: string;
  readonly end: string;
  readonly before: { readonly start: string; readonly end: string };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The range of an address: whole days up to today. */
export function rangeOf({ days = DEFAULT_DAYS }: Search, now = Date.now()): Range {
  return {
    start: dayOf(now - (days - 1) * DAY_MS),
    end: dayOf(now),
    before: { start: dayOf(now - (2 * days - 1) * DAY_MS), end: dayOf(now - days * DAY_MS) },
  };
}

/** The last day that is over (UTC). */
export const yesterday = (now = Date.now()): string => dayOf(now - DAY_MS);

/** By what share a figure changed; undefined where there was nothing before. */
export const changeOf = (value: number, before: number | undefined): number | undefined =>
  before === undefined || before === 0 ? undefined : value / before - 1;
