import { setKey, type TrainedModel } from './data-driven.ts';
import { type NoisyOr, type SetCount } from './noisy-or.ts';

/**
 * Counts streamed journeys by the set of their affiliates. Memory grows with the number of sets only, which hold
 * affiliates as numbers.
 */
export function createSetCounter() {
  const numberOf = new Map<string, number>();
  const counts = new Map<
    string,
    { readonly members: readonly number[]; journeys: number; conversions: number }
  >();
  const numbered = (id: string): number => {
    const known = numberOf.get(id);
    if (known !== undefined) return known;
    numberOf.set(id, numberOf.size);
    return numberOf.size - 1;
  };
  return {
    add: (affiliateIds: Iterable<string>, isConverted: boolean): void => {
      const members = Array.from(new Set(affiliateIds), numbered).sort((a, b) => a - b);
      if (members.length === 0) return;
      const key = members.join();
      const known = counts.get(key) ?? { members, journeys: 0, conversions: 0 };
      known.journeys += 1;
      known.conversions += isConverted ? 1 : 0;
      counts.set(key, known);
    },
    /** Sorted by key, so that the result does not depend on the order of journeys. */
    list: (): SetCount[] => {
      const ids = [...numberOf.keys()];
      return [...counts.values()]
        .map(({ members, journeys, conversions }) => {
          const affiliateIds = members.map((member) => ids[member] ?? '').sort();
          const set = { affiliateIds, journeys, conversions };
          return { key: setKey(affiliateIds), set };
        })
        .sort((one, other) => (one.key < other.key ? -1 : 1))
        .map(({ set }) => set);
    },
  };
}

/** The model of counts and the noisy-or fitted to them. */
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
