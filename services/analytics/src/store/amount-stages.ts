import { type PageRequest, withoutUndefined } from '@tributary/mongo';
import { type AmountName } from '../domain/amounts.ts';
import { type Period, splitPeriod, type SplitPeriod } from '../domain/period.ts';
import { type Collections } from './collections.ts';
import { type Stage } from './figure-sources.ts';
import { type AmountQuery } from './figures-port.ts';

/** Where the amounts of brands are. */
export interface AmountSource {
  readonly collections: Collections;
  /** Whether the sums of days have them: those of an earlier release are counted again while the service runs. */
  readonly areCounted: () => Promise<boolean>;
}

/** The days of a period that are read from sums, and the parts of it that are read from facts. */
export async function splitAmounts(
  { areCounted }: AmountSource,
  { period }: AmountQuery,
): Promise<SplitPeriod> {
  return (await areCounted()) ? splitPeriod(period, 'day') : { whole: undefined, edges: [period] };
}

const range = ({ start, end }: Period) => ({ $gte: start, $lt: end });

const scopeOf = ({ brandId, campaignId, affiliateId, currency }: AmountQuery): Stage =>
  withoutUndefined({ brandId, campaignId, affiliateId, currency });

/** The facts of a report. */
export const factsOf = (query: AmountQuery): Stage => ({
  $match: { ...scopeOf(query), convertedAt: range(query.period) },
});

/** The sums of whole days of a report. */
export const daysOf = (query: AmountQuery, whole: Period): Stage => ({
  $match: { ...scopeOf(query), further: false, at: range(whole) },
});

export const pageStages = (page: PageRequest | undefined): Stage[] =>
  page === undefined ? [] : [{ $skip: page.skip }, { $limit: page.limit }];

/** The sums of fields below a path. */
export const sumsOf = (names: readonly AmountName[], path: string): Stage =>
  Object.fromEntries(names.map((name) => [name, { $sum: `$${path}${name}` }]));
