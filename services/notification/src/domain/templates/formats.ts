import { type Language, languageOf } from '@tributary/contracts';
import { formatAmount } from '@tributary/money';

/** How a user reads amounts, dates and times. */
export interface Formats {
  readonly language: Language;
  /** An amount in minor units with its currency: `$12.30`, `12,30 $`. */
  readonly amount: (amountMinor: number, currency: string) => string;
  /** The day of an instant in the user's zone: `May 31, 2026`. */
  readonly day: (instant: string) => string;
  /** A day that has no zone, such as the first of a report: `2026-05-31` in its long form. */
  readonly date: (day: string) => string;
  /** An instant in the user's zone, with the zone's name: `May 31, 2026 at 2:05 PM UTC`. */
  readonly minute: (instant: string) => string;
  readonly count: (count: number) => string;
}

const LONG_DAY = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const TIME = { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' } as const;

/** Intl’s spaces that do not break would double the price of a text message. */
const withPlainSpaces = (text: string): string => text.replaceAll(/[\u00A0\u202F]/g, ' ');

/** The formats of a locale (`de-AT`) and an IANA zone; English for a language without texts. */
function createFormats(locale: string, zone: string): Formats {
  const language = languageOf(locale) ?? 'en';
  const known = languageOf(locale) === undefined ? language : locale;
  const inZone = { timeZone: zone } as const;
  const days = new Intl.DateTimeFormat(known, { ...LONG_DAY, ...inZone });
  const dates = new Intl.DateTimeFormat(known, { ...LONG_DAY, timeZone: 'UTC' });
  const minutes = new Intl.DateTimeFormat(known, { ...LONG_DAY, ...TIME, ...inZone });
  const numbers = new Intl.NumberFormat(known);
  return {
    language,
    amount: (amountMinor, currency) => {
      // As text, so that no binary fraction comes between what is booked and what is shown.
      const text = formatAmount(amountMinor, currency) as Intl.StringNumericLiteral;
      const decimals = text.split('.')[1]?.length ?? 0;
      const amounts = new Intl.NumberFormat(known, {
        ...{ style: 'currency', currency },
        ...{ minimumFractionDigits: decimals, maximumFractionDigits: decimals },
      });
      return withPlainSpaces(amounts.format(text));
    },
    day: (instant) => withPlainSpaces(days.format(new Date(instant))),
    date: (day) => withPlainSpaces(dates.format(new Date(`${day}T00:00:00Z`))),
    minute: (instant) => withPlainSpaces(minutes.format(new Date(instant))),
    count: (count) => withPlainSpaces(numbers.format(count)),
  };
}

/** Locales and zones whose formats are kept, because opening one costs as much as fifty notifications. */
const MAX_KEPT = 500;
const kept = new Map<string, Formats>();

/** @param locale a BCP 47 tag; @param zone an IANA name */
export function formatsFor(locale: string, zone: string): Formats {
  const key = `${locale} ${zone}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const formats = createFormats(locale, zone);
  kept.set(key, formats);
  return formats;
}
