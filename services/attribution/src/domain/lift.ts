/** A visitor of an experiment, as far as it matters for the lift. */
export interface Participant {
  /** Whether the visitor was held out, so that its orders were credited to nobody. */
  readonly isHeldOut: boolean;
  /** What the visitor ordered in the experiment: a value, or 1 for an order and 0 for none. */
  readonly outcome: number;
  /** The same before the experiment, which it cannot have changed; 0 for new visitors. */
  readonly before: number;
}

/** Sums of one arm, to which participants are added one by one; sums of parts add up. */
export interface ArmSums {
  readonly visitors: number;
  readonly outcome: number;
  readonly outcomeSquared: number;
  readonly before: number;
  readonly beforeSquared: number;
  readonly product: number;
}

/** How much more visitors order because of an affiliate, per visitor. */
export interface Lift {
  readonly visitors: { readonly shown: number; readonly heldOut: number };
  /** The difference of the arms' means, adjusted by what visitors ordered before. */
  readonly estimate: number;
  readonly standardError: number;
  /** Holds the truth with 95 % when it is read once, at a time that was chosen beforehand. */
  readonly interval: readonly [low: number, high: number];
  /** Holds the truth with 95 % at all times at once, so that it may be watched and stopped at any. */
  readonly sequence: readonly [low: number, high: number];
  /** The part of the variance that the adjustment took away, 0 to 1. */
  readonly explained: number;
  /** The mean of visitors who were not held out, for comparison. */
  readonly shownMean: number;
}

export const noVisitors: ArmSums = {
  ...{ visitors: 0, outcome: 0, outcomeSquared: 0 },
  ...{ before: 0, beforeSquared: 0, product: 0 },
};

export const addVisitor = (
  sums: ArmSums,
  { outcome, before }: Pick<Participant, 'outcome' | 'before'>,
): ArmSums => ({
  visitors: sums.visitors + 1,
  outcome: sums.outcome + outcome,
  outcomeSquared: sums.outcomeSquared + outcome ** 2,
  before: sums.before + before,
  beforeSquared: sums.beforeSquared + before ** 2,
  product: sums.product + outcome * before,
});

/** With fewer visitors in either arm nothing is reported. */
const MIN_VISITORS = 50;
/** Two-sided confidence of 95 %. */
const ALPHA = 0.05;
const Z_95 = 1.959964;
/** The number of visitors at which the sequence is narrowest. */
const NARROWEST_AT = 10_000;

const mean = (total: number, count: number): number => total / count;

/** Centred sums of squares and products. */
function spreadOf({ visitors, ...sums }: ArmSums) {
  return {
    outcome: sums.outcomeSquared - sums.outcome ** 2 / visitors,
    before: sums.beforeSquared - sums.before ** 2 / visitors,
    product: sums.product - (sums.outcome * sums.before) / visitors,
  };
}

/**
 * The mean, and its variance, of one arm, where each outcome is corrected by what its visitor ordered before (CUPED:
 * A. Deng, Y. Xu, R. Kohavi and T. Walker, WSDM 2013).
 */
function adjusted(arm: ArmSums, slope: number, meanBefore: number) {
  const { visitors } = arm;
  const spread = spreadOf(arm);
  const residual = spread.outcome - 2 * slope * spread.product + slope ** 2 * spread.before;
  return {
    mean: mean(arm.outcome, visitors) - slope * (mean(arm.before, visitors) - meanBefore),
    variance: Math.max(0, residual) / (visitors - 1) / visitors,
  };
}

/**
 * How many standard errors a confidence sequence reaches: Robbins' normal mixture, which a mixture sequential
 * probability ratio test inverts (I. Waudby-Smith, D. Arbour, R. Sinha, E. Kennedy and A. Ramdas, Time-uniform central
 * limit theory and asymptotic confidence sequences, Annals of Statistics 52, 2024).
 */
function sequenceReach(visitors: number): number {
  const log = -2 * Math.log(ALPHA);
  const rho = (log + Math.log(log + 1)) / NARROWEST_AT;
  const scaled = visitors * rho;
  return Math.sqrt(((scaled + 1) / scaled) * (Math.log(scaled + 1) - 2 * Math.log(ALPHA)));
}

const around = (estimate: number, reach: number): readonly [number, number] => [
  estimate - reach,
  estimate + reach,
];

/** The lift of an affiliate by its two arms; null while either has too few visitors. */
export function liftOf(shown: ArmSums, heldOut: ArmSums): Lift | null {
  if (Math.min(shown.visitors, heldOut.visitors) < MIN_VISITORS) return null;
  const visitors = shown.visitors + heldOut.visitors;
  const [one, other] = [spreadOf(shown), spreadOf(heldOut)];
  const before = one.before + other.before;
  const slope = before > 0 ? (one.product + other.product) / before : 0;
  const meanBefore = (shown.before + heldOut.before) / visitors;
  const [withIt, without] = [
    adjusted(shown, slope, meanBefore),
    adjusted(heldOut, slope, meanBefore),
  ];
  const estimate = withIt.mean - without.mean;
  const variance = withIt.variance + without.variance;
  const plain = adjusted(shown, 0, 0).variance + adjusted(heldOut, 0, 0).variance;
  const standardError = Math.sqrt(variance);
  return {
    visitors: { shown: shown.visitors, heldOut: heldOut.visitors },
    estimate,
    standardError,
    interval: around(estimate, Z_95 * standardError),
    sequence: around(estimate, sequenceReach(visitors) * standardError),
    explained: plain > 0 ? Math.max(0, 1 - variance / plain) : 0,
    shownMean: mean(shown.outcome, shown.visitors),
  };
}
