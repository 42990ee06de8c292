import { toWireNumber } from '@tributary/money';

/** Counts of clicks: gross = unique + duplicate + invalid. */
export interface ClickCounts {
  readonly unique: number;
  readonly duplicate: number;
  /** Clicks of bots, filtered and inactive ones, and those without consent. */
  readonly invalid: number;
  /** Those of the invalid ones whose visitors refused to be recognised; absent from counts without any. */
  readonly withoutConsent?: number | undefined;
}

/** The figures of conversions, minor units of one currency. */
export interface ConversionSums {
  /** All but rejected and reversed ones. */
  readonly conversions: number;
  readonly revenueMinor: number;
}

export interface Figures extends ClickCounts, ConversionSums {
  readonly withoutConsent: number;
  /** Commissions pending, approved and paid, minor units. */
  readonly earningsMinor: number;
}

export const noFigures: Figures = {
  unique: 0,
  duplicate: 0,
  invalid: 0,
  withoutConsent: 0,
  conversions: 0,
  revenueMinor: 0,
  earningsMinor: 0,
};

/** The sum of figures of disjoint parts. */
export const addFigures = (a: Figures, b: Partial<Figures>): Figures => ({
  unique: a.unique + (b.unique ?? 0),
  duplicate: a.duplicate + (b.duplicate ?? 0),
  invalid: a.invalid + (b.invalid ?? 0),
  withoutConsent: a.withoutConsent + (b.withoutConsent ?? 0),
  conversions: a.conversions + (b.conversions ?? 0),
  revenueMinor: a.revenueMinor + (b.revenueMinor ?? 0),
  earningsMinor: a.earningsMinor + (b.earningsMinor ?? 0),
});

/** The sum of any number of figures. */
export const sumOfFigures = (parts: Iterable<Partial<Figures>>): Figures =>
  [...parts].reduce<Figures>(addFigures, noFigures);

const ratio = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 1e6) / 1e6;

/**
 * The columns of every report. Only unique and duplicate clicks count as clicks; conversion_rate is
 * conversions by unique clicks, epc is earnings by clicks, to four decimals of the currency.
 */
export function metricsOf(figures: Figures, currency: string) {
  const { unique, duplicate, invalid, conversions } = figures;
  const clicks = unique + duplicate;
  const earnings = toWireNumber(figures.earningsMinor, currency);
  return {
    gross_clicks: clicks + invalid,
    unique_clicks: unique,
    duplicate_clicks: duplicate,
    invalid_clicks: invalid,
    clicks,
    conversions,
    conversion_rate: ratio(conversions, unique),
    revenue: toWireNumber(figures.revenueMinor, currency),
    earnings,
    epc: clicks === 0 ? 0 : Math.round((earnings / clicks) * 1e4) / 1e4,
  };
}

/** The columns as a brand sees them: the affiliates' earnings are the commission that it owes. */
export function brandMetricsOf(figures: Figures, currency: string) {
  const { earnings, ...rest } = metricsOf(figures, currency);
  return { ...rest, clicks_without_consent: figures.withoutConsent, commission: earnings };
}
