import { type PageRequest, withoutUndefined } from '@tributary/mongo';
import { type AmountName } from '../domain/amounts.ts';
import { type Period } from '../domain/period.ts';
import { type Stage } from './figure-sources.ts';
import { type AmountQuery } from './figures-port.ts';

/** Sums of amounts; an absent one is 0. */
export type Sums = Partial<Record<AmountName, number>>;

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
