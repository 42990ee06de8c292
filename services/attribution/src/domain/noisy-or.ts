/** How many journeys had exactly these affiliates, and how many of them ended in an order. */
export interface SetCount {
  /** Distinct, in any order. */
  readonly affiliateIds: readonly string[];
  readonly journeys: number;
  readonly conversions: number;
}

/** A journey converts without a cause (`leak`), or by one of its affiliates, each with its strength. */
export interface NoisyOr {
  readonly leak: number;
  readonly strengths: ReadonlyMap<string, number>;
}

/** What an experiment states of an affiliate's strength, and as how many journeys it counts. */
export interface Prior {
  readonly strength: number;
  readonly journeys: number;
}

/** The strength of an unknown affiliate. */
export const USUAL_STRENGTH = 0.05;
const USUAL_LEAK = 0.02;
/** As in the reference run; the estimates converge long before. */
export const EM_ROUNDS = 400;

/** The chance that a journey of these affiliates ends in an order. */
export function chanceOf({ leak, strengths }: NoisyOr, affiliateIds: readonly string[]): number {
  const missed = affiliateIds.reduce(
    (product, id) => product * (1 - (strengths.get(id) ?? USUAL_STRENGTH)),
    1 - leak,
  );
  return 1 - missed;
}

/** The sets with affiliates as numbers, built once, because each of many rounds uses them. */
interface NumberedSets {
  readonly ids: readonly string[];
  readonly sets: readonly {
    readonly members: Uint32Array;
    readonly journeys: number;
    readonly conversions: number;
  }[];
  /** The number of all journeys, and of those with each affiliate, with those that a prior counts as. */
  readonly journeys: number;
  readonly seen: Float64Array;
  /** What a prior adds to the credit of each affiliate. */
  readonly expected: Float64Array;
}

function numbered(sets: readonly SetCount[], priors: ReadonlyMap<string, Prior>): NumberedSets {
  const ids = [...new Set(sets.flatMap(({ affiliateIds }) => affiliateIds))];
  const numberOf = new Map(ids.map((id, index) => [id, index]));
  const seen = new Float64Array(ids.length);
  let journeys = 0;
  const bare = sets.map((set) => {
    const members = Uint32Array.from(set.affiliateIds, (id) => numberOf.get(id) ?? 0);
    for (const member of members) seen[member] = (seen[member] ?? 0) + set.journeys;
    journeys += set.journeys;
    return { members, journeys: set.journeys, conversions: set.conversions };
  });
  const expected = new Float64Array(ids.length);
  for (const [id, { strength, journeys: counted }] of priors) {
    const member = numberOf.get(id);
    if (member === undefined) continue;
    seen[member] = (seen[member] ?? 0) + counted;
    expected[member] = strength * counted;
  }
  return { ids, sets: bare, journeys, seen, expected };
}

interface Estimate {
  readonly leak: number;
  /** By the affiliates' numbers. */
  readonly strengths: Float64Array;
}

/**
 * One round of expectation-maximisation of the leaky noisy-or: an affiliate's new strength is the sum of
 * strength / chance over its converting journeys, divided by the number of its journeys; a prior counts as further ones.
 */
function improve(
  { leak, strengths }: Estimate,
  { sets, journeys, seen, expected }: NumberedSets,
): Estimate {
  const credited = new Float64Array(strengths.length);
  let leaked = 0;
  for (const { members, conversions } of sets) {
    let missed = 1 - leak;
    for (const member of members) missed *= 1 - (strengths[member] ?? 0);
    const perCause = missed < 1 ? conversions / (1 - missed) : 0;
    leaked += leak * perCause;
    for (const member of members) {
      credited[member] = (credited[member] ?? 0) + (strengths[member] ?? 0) * perCause;
    }
  }
  return {
    leak: journeys === 0 ? leak : leaked / journeys,
    strengths: credited.map(
      (credit, member) => (credit + (expected[member] ?? 0)) / (seen[member] ?? 1),
    ),
  };
}

/**
 * Fits the model to the counts. Yields after every round, so that the caller can do other work.
 * @param priors of the affiliates of whom an experiment states something
 */
export function* fitRounds(
  sets: readonly SetCount[],
  priors: ReadonlyMap<string, Prior> = new Map(),
): Generator<undefined, NoisyOr> {
  const given = numbered(sets, priors);
  let fitted: Estimate = {
    leak: USUAL_LEAK,
    strengths: new Float64Array(given.ids.length).fill(USUAL_STRENGTH),
  };
  for (let round = 0; round < EM_ROUNDS; round += 1) {
    fitted = improve(fitted, given);
    yield;
  }
  const { leak, strengths } = fitted;
  return { leak, strengths: new Map(given.ids.map((id, index) => [id, strengths[index] ?? 0])) };
}
