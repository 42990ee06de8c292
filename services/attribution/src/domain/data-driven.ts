import { chanceOf, type NoisyOr, type SetCount } from './noisy-or.ts';
import { shapleyValues } from './shapley.ts';
import { type Journey, recentAffiliates } from './touch.ts';

/** What was learnt from a campaign's journeys, those that led to nothing included. */
export interface TrainedModel {
  /** Counts up per campaign; names what a share was computed with. */
  readonly version: number;
  readonly conversions: number;
  readonly journeys: number;
  readonly prior: NoisyOr;
  /** By `setKey`. */
  readonly counts: ReadonlyMap<string, Pick<SetCount, 'journeys' | 'conversions'>>;
}

/** A campaign with fewer conversions has taught too little; its credit is split evenly. */
export const LEAST_CONVERSIONS = 300;

/** Of a long journey only so many affiliates are credited, those touched most recently. */
export const MOST_AFFILIATES = 8;

/** So many journeys is the prior worth beside those seen. */
export const PRIOR_JOURNEYS = 20;

/** One name for a set of affiliates, whatever their order. */
export const setKey = (affiliateIds: readonly string[]): string => affiliateIds.toSorted().join();

/**
 * The rate at which journeys of exactly these affiliates convert, drawn towards the noisy-or's while
 * few were seen.
 */
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
 * What each affiliate of a set adds to its conversion rate (Shapley), those that take away from it set to
 * nothing; in the order given. All alike where nobody adds anything.
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
  const credited = recentAffiliates({ touches }).slice(0, MOST_AFFILIATES);
  // In a fixed order, so that equal sets get equal credits to the last bit.
  const ids = credited.toSorted();
  const credits = creditsOfSet(model, ids);
  const latest = new Map(touches.map(({ affiliateId }, index) => [affiliateId, index]));
  return touches.map(({ affiliateId }, index) => {
    const at = latest.get(affiliateId) === index ? ids.indexOf(affiliateId) : -1;
    return at < 0 ? 0 : (credits[at] ?? 0);
  });
}
