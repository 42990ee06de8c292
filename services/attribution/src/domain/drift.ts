/** How often scores and factors were seen in a period. */
export interface ScoreCounts {
  readonly orders: number;
  /** Orders by tenths of the score; the first one holds scores of exactly 0. */
  readonly scores: readonly number[];
  /** Orders that each factor contributed to. */
  readonly factors: Readonly<Record<string, number>>;
}

/** One for scores of 0, and one for each tenth above it. */
export const SCORE_BINS = 11;

/** With fewer orders in either period nothing is reported. */
export const MIN_DRIFT_ORDERS = 200;

/** A change above it is a drift: what credit scoring calls a major shift. */
export const DRIFT_LIMIT = 0.25;

/** Counts as if seen in each bin, so that an empty one does not count without end. */
const PSEUDO_COUNT = 0.5;

/**
 * The population stability index of two distributions: the sum of (new share - old share) x ln(new share / old share)
 * (N. Siddiqi, Credit Risk Scorecards, 2006). Below 0.1 nothing has changed, above 0.25 much has.
 */
export function stabilityIndex(before: readonly number[], now: readonly number[]): number {
  const bins = Math.max(before.length, now.length);
  const sharesOf = (counts: readonly number[]): number[] => {
    const padded = Array.from({ length: bins }, (_, bin) => (counts[bin] ?? 0) + PSEUDO_COUNT);
    const total = padded.reduce((sum, count) => sum + count, 0);
    return padded.map((count) => count / total);
  };
  const [old, fresh] = [sharesOf(before), sharesOf(now)];
  return fresh.reduce((sum, share, bin) => {
    const earlier = old[bin] ?? share;
    return sum + (share - earlier) * Math.log(share / earlier);
  }, 0);
}

export interface FactorDrift {
  readonly factor: string;
  /** The shares of orders that it contributed to, 0 to 1. */
  readonly before: number;
  readonly now: number;
  readonly index: number;
}

/** What has changed between two periods. */
export interface Drift {
  readonly before: number;
  readonly now: number;
  /** The stability index of the scores. */
  readonly scoreIndex: number;
  /** The largest change first. */
  readonly factors: readonly FactorDrift[];
}

/** Compares two periods; null where either has too few orders. */
export function driftOf(before: ScoreCounts, now: ScoreCounts): Drift | null {
  if (Math.min(before.orders, now.orders) < MIN_DRIFT_ORDERS) return null;
  const names = [...new Set([...Object.keys(before.factors), ...Object.keys(now.factors)])];
  const factors = names.map((factor): FactorDrift => {
    const [old, fresh] = [before.factors[factor] ?? 0, now.factors[factor] ?? 0];
    return {
      factor,
      before: old / before.orders,
      now: fresh / now.orders,
      index: stabilityIndex([old, before.orders - old], [fresh, now.orders - fresh]),
    };
  });
  return {
    before: before.orders,
    now: now.orders,
    scoreIndex: stabilityIndex(before.scores, now.scores),
    factors: factors.sort((a, b) => b.index - a.index || (a.factor < b.factor ? -1 : 1)),
  };
}

/** The largest change of all. */
export const worstOf = ({ scoreIndex, factors }: Drift): number =>
  Math.max(scoreIndex, ...factors.map(({ index }) => index));
