import { type FraudFactor } from '@tributary/contracts';
import { type Assessment } from './assessment.ts';
import { type Calibration } from './calibration.ts';
import { probabilityOfFraud } from './fraud-score.ts';
import { REVIEW_THRESHOLD } from './scoring-settings.ts';

/** The name of a run over all brands. */
export const ALL_BRANDS = '*';

/** What an order would score with other weights. */
export interface ShadowOrder {
  readonly conversionId: string;
  readonly affiliateId: string | null;
  readonly before: number;
  readonly after: number;
}

/** What other weights would change for a brand. */
export interface ShadowRun {
  readonly orders: number;
  /** How many require a review by their score. */
  readonly flaggedBefore: number;
  readonly flaggedAfter: number;
  readonly newlyFlagged: ShadowTally;
  readonly newlyFreed: ShadowTally;
  /** The largest changes of what is flagged. */
  readonly changed: readonly ShadowOrder[];
}

/** A run with the time of its orders and its own. */
export interface DatedRun extends ShadowRun {
  readonly from: Date;
  readonly at: Date;
}

/** How many orders, and what brands found them to be since. */
export interface ShadowTally {
  readonly orders: number;
  readonly fraud: number;
  readonly honest: number;
}

const MAX_CHANGED = 100;

const none: ShadowTally = { orders: 0, fraud: 0, honest: 0 };
export const emptyRun: ShadowRun = {
  ...{ orders: 0, flaggedBefore: 0, flaggedAfter: 0 },
  ...{ newlyFlagged: none, newlyFreed: none, changed: [] },
};

/** A run of no orders, for a brand that had none. */
export const noRun = (at: Date): DatedRun => ({ ...emptyRun, from: at, at });

type Verdict = Pick<Assessment, 'conversionId' | 'affiliateId'> & {
  readonly fraudScore: number;
  readonly factors: readonly Pick<FraudFactor, 'factor' | 'value' | 'weight'>[];
  /** The brand's own, where it has one. */
  readonly threshold?: number | undefined;
};

/** An order by the weights in force and by others, on the evidence of its last verdict. */
export const compareWeights = (
  { conversionId, affiliateId, fraudScore: before, factors }: Verdict,
  calibration: Calibration,
): ShadowOrder => ({
  conversionId,
  affiliateId,
  before,
  after: probabilityOfFraud(factors, calibration),
});

const added = (tally: ShadowTally, wasFraud: boolean | null): ShadowTally => ({
  orders: tally.orders + 1,
  fraud: tally.fraud + Number(wasFraud === true),
  honest: tally.honest + Number(wasFraud === false),
});

/** A run with one more order. */
export function addToRun(
  run: ShadowRun,
  order: ShadowOrder,
  {
    wasFraud,
    threshold = REVIEW_THRESHOLD,
  }: { readonly wasFraud: boolean | null; readonly threshold?: number | undefined },
): ShadowRun {
  const [isBefore, isAfter] = [order.before > threshold, order.after > threshold];
  const isChanged = isBefore !== isAfter;
  const size = ({ before, after }: ShadowOrder): number => Math.abs(after - before);
  return {
    orders: run.orders + 1,
    flaggedBefore: run.flaggedBefore + Number(isBefore),
    flaggedAfter: run.flaggedAfter + Number(isAfter),
    newlyFlagged: isChanged && isAfter ? added(run.newlyFlagged, wasFraud) : run.newlyFlagged,
    newlyFreed: isChanged && isBefore ? added(run.newlyFreed, wasFraud) : run.newlyFreed,
    changed: isChanged
      ? [...run.changed, order].sort((a, b) => size(b) - size(a)).slice(0, MAX_CHANGED)
      : run.changed,
  };
}
