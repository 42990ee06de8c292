import { localeTag } from '../i18n/translate.ts';

const DAY_MS = 86_400_000;

/** An amount as the API states it, in the units of its currency. */
export const money = (amount: number, currency: string): string =>
  new Intl.NumberFormat(localeTag(), { style: 'currency', currency }).format(amount);

/** The same in few characters, for axes and cards: `$12.3K`. */
export const shortMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat(localeTag(), {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(amount);

export const whole = (count: number): string => new Intl.NumberFormat(localeTag()).format(count);

/** A percentage that the API states as 0 to 100. */
export const percent = (value: number): string =>
  new Intl.NumberFormat(localeTag(), { style: 'percent', maximumFractionDigits: 1 }).format(
    value / 100,
  );

/** `Nov 26, 2026`. */
export const date = (iso: string): string =>
  new Intl.DateTimeFormat(localeTag(), { dateStyle: 'medium' }).format(new Date(iso));

/** `Nov 26`, of a day in UTC as series have it. */
export const dayOfSeries = (iso: string): string =>
  new Intl.DateTimeFormat(localeTag(), { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(iso),
  );

export const dateTime = (iso: string): string =>
  new Intl.DateTimeFormat(localeTag(), { dateStyle: 'medium', timeStyle: 'short' }).format(
    new Date(iso),
  );

/** `3 days ago`, `in 5 days`. */
export function fromNow(iso: string, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat(localeTag(), { numeric: 'auto' });
  const ms = Date.parse(iso) - now;
  const days = Math.round(ms / DAY_MS);
  if (Math.abs(days) >= 1) return format.format(days, 'day');
  const hours = Math.round(ms / 3_600_000);
  if (Math.abs(hours) >= 1) return format.format(hours, 'hour');
  return format.format(Math.round(ms / 60_000), 'minute');
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** A span of time in its largest fitting unit: `40 seconds`, `3 days`. */
export function span(seconds: number): string {
  const [unit, size] =
    UNITS.find(([, ofUnit]) => seconds >= 2 * ofUnit) ?? (['second', 1] as const);
  return new Intl.NumberFormat(localeTag(), {
    ...{ style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 },
  }).format(Math.floor(seconds / size));
}

/** The name of a country by its code of two letters. */
export const country = (code: string): string =>
  new Intl.DisplayNames(localeTag(), { type: 'region' }).of(code) ?? code;
