import { chanceOf, type NoisyOr, type SetCount } from './noisy-or.ts';
import { shapleyValues } from './shapley.ts';
import { type Journey, recentAffiliates } from './touch.ts';

/** A model trained on a campaign's journeys, those without an order included. */
export interface TrainedModel {
  /** Counts up per campaign; shares state the version that computed them. */
  readonly version: number;
  readonly conversions: number;
  readonly journeys: number;
  readonly prior: NoisyOr;
  /** By `setKey`. */
  readonly counts: ReadonlyMap<string, Pick<SetCount, 'journeys' | 'conversions'>>;
}

/** With fewer conversions a model is not used, and credit is split evenly. */
export const MIN_CONVERSIONS = 300;

/** How many affiliates of a journey are credited, the most recent ones. */
export const MAX_AFFILIATES = 8;

/** How many observed journeys the prior counts as. */
export const PRIOR_JOURNEYS = 20;

/** The key of a set of affiliates, the same in any order. */
export const setKey = (affiliateIds: readonly string[]): string => affiliateIds.toSorted().join();

/** The rate at which journeys of exactly these affiliates convert, shrunk towards the noisy-or's rate. */
export function rateOf(
  { counts, prior }: Pick<TrainedModel, 'counts' | 'prior'>,
  affiliateIds: readonly string[],
  priorJourneys: number = PRIOR_JOURNEYS,
): number {
  const seen = counts.get(setKey(affiliateIds)) ?? { journeys: 0, conversions: 0 };
  const journeys = seen.journeys + priorJourneys;
  if (journeys === 0) return 0;
  return (seen.conversions + priorJourneys * chanceOf(prior, affiliateIds)) / journeys;
}

/**
 * What each affiliate of a set adds to its conversion rate (Shapley), in the given order. Negative values count
 * as 0; when all are 0, all affiliates get the same credit.
 */
export function creditsOfSet(
  model: Pick<TrainedModel, 'counts' | 'prior'>,
  affiliateIds: readonly string[],
): number[] {
  const values = shapleyValues(affiliateIds.length, (coalition) =>
    rateOf(
      model,
      affiliateIds.filter((_id, index) => (coalition & (1 << index)) !== 0),
    ),
  ).map((value) => Math.max(0, value));
  return values.every((value) => value === 0) ? values.map(() => 1) : values;
}

/** Each affiliate's credit goes to its latest touch. */
export function dataDriven(model: TrainedModel, { touches }: Pick<Journey, 'touches'>): number[] {
  if (touches.length === 0) return [];
  const credited = recentAffiliates({ touches }).slice(0, MAX_AFFILIATES);
  // In a fixed order, so that equal sets get equal credits to the last bit.
  const ids = credited.toSorted();
  const credits = creditsOfSet(model, ids);
  const latest = new Map(touches.map(({ affiliateId }, index) => [affiliateId, index]));
  return touches.map(({ affiliateId }, index) => {
    const at = latest.get(affiliateId) === index ? ids.indexOf(affiliateId) : -1;
    return at < 0 ? 0 : (credits[at] ?? 0);
  });
}
