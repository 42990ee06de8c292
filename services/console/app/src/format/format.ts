import { localeTag } from '../i18n/translate.ts';

const DAY_MS = 86_400_000;

/** Keeps what `open` makes for each key: formatters cost far more to make than to use. */
function kept<Formatter>(open: (key: string) => Formatter): (key?: string) => Formatter {
  const known = new Map<string, Formatter>();
  return (key = '') => {
    const found = known.get(key) ?? open(key);
    known.set(key, found);
    return found;
  };
}

const amounts = kept(
  (currency) => new Intl.NumberFormat(localeTag(), { style: 'currency', currency }),
);

const shortAmounts = kept(
  (currency) =>
    new Intl.NumberFormat(localeTag(), {
      style: 'currency',
      currency,
      notation: 'compact',
      maximumFractionDigits: 1,
    }),
);

const wholes = kept(() => new Intl.NumberFormat(localeTag()));

const percentages = kept(
  () => new Intl.NumberFormat(localeTag(), { style: 'percent', maximumFractionDigits: 1 }),
);

const dates = kept(() => new Intl.DateTimeFormat(localeTag(), { dateStyle: 'medium' }));

const days = kept(
  () => new Intl.DateTimeFormat(localeTag(), { month: 'short', day: 'numeric', timeZone: 'UTC' }),
);

const dateTimes = kept(
  () => new Intl.DateTimeFormat(localeTag(), { dateStyle: 'medium', timeStyle: 'short' }),
);

const relatives = kept(() => new Intl.RelativeTimeFormat(localeTag(), { numeric: 'auto' }));

const spans = kept(
  (unit) =>
    new Intl.NumberFormat(localeTag(), {
      ...{ style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 0 },
    }),
);

const regions = kept(() => new Intl.DisplayNames(localeTag(), { type: 'region' }));

/** An amount as the API states it, in the units of its currency. */
export const money = (amount: number, currency: string): string => amounts(currency).format(amount);

/** The same in few characters, for axes and cards: `$12.3K`. */
export const shortMoney = (amount: number, currency: string): string =>
  shortAmounts(currency).format(amount);

export const whole = (count: number): string => wholes().format(count);

/** A percentage that the API states as 0 to 100. */
export const percent = (value: number): string => percentages().format(value / 100);

/** `Nov 26, 2026`. */
export const date = (iso: string): string => dates().format(new Date(iso));

/** `Nov 26`, of a day in UTC as series have it. */
export const dayOfSeries = (iso: string): string => days().format(new Date(iso));

export const dateTime = (iso: string): string => dateTimes().format(new Date(iso));

/** `3 days ago`, `in 5 days`. */
export function fromNow(iso: string, now = Date.now()): string {
  const format = relatives();
  const ms = Date.parse(iso) - now;
  const inDays = Math.round(ms / DAY_MS);
  if (Math.abs(inDays) >= 1) return format.format(inDays, 'day');
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
  return spans(unit).format(Math.floor(seconds / size));
}

/** The name of a country by its code of two letters. */
export const country = (code: string): string => regions().of(code) ?? code;
