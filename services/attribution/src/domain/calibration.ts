/**
 * How the evidence of an order becomes the probability that it is fraud: a logistic regression on the logarithms by which
 * the signals' weights count.
 */
export interface Calibration {
  /** 0 for the one that the rules are shipped with; those that were fitted to reviews count from 1. */
  readonly version: number;
  /** The log-odds of fraud before any evidence counts. */
  readonly base: number;
  /** How much the evidence of each factor adds to the log-odds, for each unit of its logarithm; not negative. */
  readonly slopes: Readonly<Record<string, number>>;
}

/** The slope of the hand-set weights. */
export const USUAL_SLOPE = 5;

/**
 * The hand-set weights as a calibration: what they flag, and nothing else, has a probability above one half. It is what
 * fits start from.
 */
export const handSet: Calibration = { version: 0, base: -USUAL_SLOPE * Math.LN2, slopes: {} };

/**
 * How much a factor counts. One of which nothing has been learned keeps what its weight states: alone, a weight of one half
 * makes up a probability of one half.
 */
export const slopeOf = (
  { base, slopes }: Pick<Calibration, 'base' | 'slopes'>,
  factor: string,
): number => slopes[factor] ?? Math.max(0, -base / Math.LN2);

/** The inverse of the log-odds. */
export const probabilityOf = (logOdds: number): number => 1 / (1 + Math.exp(-logOdds));
