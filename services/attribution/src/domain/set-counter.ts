import { setKey, type TrainedModel } from './data-driven.ts';
import { type NoisyOr, type SetCount } from './noisy-or.ts';

/** Counts journeys by the set of their affiliates as they stream by; memory grows with the sets only. */
export function createSetCounter() {
  const counts = new Map<
    string,
    { affiliateIds: string[]; journeys: number; conversions: number }
  >();
  return {
    add: (affiliateIds: Iterable<string>, isConverted: boolean): void => {
      const distinct = [...new Set(affiliateIds)];
      if (distinct.length === 0) return;
      const key = setKey(distinct);
      const known = counts.get(key) ?? {
        affiliateIds: distinct.sort(),
        journeys: 0,
        conversions: 0,
      };
      known.journeys += 1;
      known.conversions += isConverted ? 1 : 0;
      counts.set(key, known);
    },
    /** By key, so that the order in which journeys came leaves no trace. */
    list: (): SetCount[] =>
      [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, count]) => count),
  };
}

/** What was learnt, from the counts and the noisy-or fitted to them. */
export function trainedModelOf(
  version: number,
  sets: readonly SetCount[],
  prior: NoisyOr,
): TrainedModel {
  return {
    version,
    conversions: sets.reduce((sum, { conversions }) => sum + conversions, 0),
    journeys: sets.reduce((sum, { journeys }) => sum + journeys, 0),
    prior,
    counts: new Map(
      sets.map(({ affiliateIds, journeys, conversions }) => [
        setKey(affiliateIds),
        { journeys, conversions },
      ]),
    ),
  };
}
