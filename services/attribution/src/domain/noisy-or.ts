/** How often journeys of exactly these affiliates were seen, and how often they ended in an order. */
export interface SetCount {
  /** Each once, in any order. */
  readonly affiliateIds: readonly string[];
  readonly journeys: number;
  readonly conversions: number;
}

/** A journey converts by itself (`leak`), or because one of its affiliates, each by its strength, made it. */
export interface NoisyOr {
  readonly leak: number;
  readonly strengths: ReadonlyMap<string, number>;
}

/** What an affiliate is taken for of which nothing is known. */
export const USUAL_STRENGTH = 0.05;
const USUAL_LEAK = 0.02;
/** As in the reference run; the estimates stand still long before. */
export const EM_ROUNDS = 400;

/** The chance that a journey of these affiliates ends in an order. */
export function chanceOf({ leak, strengths }: NoisyOr, affiliateIds: readonly string[]): number {
  const missed = affiliateIds.reduce(
    (product, id) => product * (1 - (strengths.get(id) ?? USUAL_STRENGTH)),
    1 - leak,
  );
  return 1 - missed;
}

/** What nothing is known of yet, for these affiliates. */
export function startOf(sets: readonly SetCount[]): NoisyOr {
  const ids = new Set(sets.flatMap(({ affiliateIds }) => affiliateIds));
  return { leak: USUAL_LEAK, strengths: new Map([...ids].map((id) => [id, USUAL_STRENGTH])) };
}

/**
 * One round of expectation-maximisation of the leaky noisy-or: an affiliate's new strength is the sum
 * of strength / chance over converting journeys that it is in, by all journeys that it is in.
 */
export function improve(current: NoisyOr, sets: readonly SetCount[]): NoisyOr {
  const credited = new Map<string, number>();
  const seen = new Map<string, number>();
  let leaked = 0;
  let journeys = 0;
  for (const set of sets) {
    journeys += set.journeys;
    const chance = chanceOf(current, set.affiliateIds);
    const perCause = chance > 0 ? set.conversions / chance : 0;
    leaked += current.leak * perCause;
    for (const id of set.affiliateIds) {
      credited.set(id, (credited.get(id) ?? 0) + (current.strengths.get(id) ?? 0) * perCause);
      seen.set(id, (seen.get(id) ?? 0) + set.journeys);
    }
  }
  const strengths = [...seen].map(([id, count]): [string, number] => [
    id,
    (credited.get(id) ?? 0) / count,
  ]);
  return { leak: journeys === 0 ? current.leak : leaked / journeys, strengths: new Map(strengths) };
}

/** Fits to what was seen, pausing after every round so that a long fit can leave room for others. */
export function* fitRounds(sets: readonly SetCount[]): Generator<undefined, NoisyOr> {
  let fitted = startOf(sets);
  for (let round = 0; round < EM_ROUNDS; round += 1) {
    fitted = improve(fitted, sets);
    yield;
  }
  return fitted;
}
