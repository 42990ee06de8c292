import {
  assessmentJudgedAgain,
  type DomainEvent,
  type FraudFactor,
  fraudDetected,
  type judgingCauses,
} from '@tributary/contracts';
import { requiresReview } from '@tributary/terms';
import { type Assessment, isFlagged, snapshotOf } from './assessment.ts';
import { type Evidence } from './evidence.ts';
import { type FraudScore, scoreOf, type WeightedFinding } from './fraud-score.ts';
import {
  defaultScoring,
  REVIEW_THRESHOLD,
  type ScoringSettings,
  signals,
} from './scoring-settings.ts';

/** What is gathered again when an order is judged again; the rest does not change in time. */
export type LaterEvidence = Pick<
  Evidence,
  | 'hindsight'
  | 'journey'
  | 'order'
  | 'ordersFromAddress'
  | 'ordersOfCustomer'
  | 'ordersOnDevice'
  | 'refunds'
  | 'reuse'
  | 'reviews'
  | 'settings'
  | 'traffic'
>;

/** The signals that can see more after some time. */
const judgedAgain = (later: LaterEvidence) =>
  signals.filter(({ needs }) => needs.every((need) => need in later));

/**
 * The score of an order by what is known later: what can have changed is evaluated again, all else stays as it was found
 * at first, also where nothing is known any more.
 */
export function scoreAgain(
  first: readonly FraudFactor[],
  later: LaterEvidence,
  {
    signals: settings,
    calibration,
  }: Pick<ScoringSettings, 'signals' | 'calibration'> = defaultScoring,
): FraudScore {
  const findings = new Map<string, WeightedFinding>(
    first.map(({ factor, value, weight, evidence }) => [
      factor,
      { factor, value, weight, evidence },
    ]),
  );
  // Signals see no more than what is given; none of the evidence that they need is missing.
  const evidence = later as Evidence;
  for (const { name, evaluate } of judgedAgain(later)) {
    const { enabled, weight, thresholds } = settings[name];
    if (!enabled) continue;
    const found = evaluate(evidence, thresholds);
    if (found.value === null && findings.has(name)) continue;
    findings.set(name, { factor: name, weight, ...found });
  }
  return scoreOf([...findings.values()], calibration);
}

/** A brand's review, as far as it matters for another verdict. */
export interface KnownReview {
  readonly reviewedAt: Date;
}

interface Judging {
  readonly later: LaterEvidence;
  /** The brand's settings when the order was tracked. */
  readonly scoring: ScoringSettings;
  readonly review: KnownReview | undefined;
  readonly cause: (typeof judgingCauses)[number];
  readonly now: Date;
}

/** The verdict on an order that is in force. */
const inForce = (assessment: Assessment): Pick<Assessment, 'fraudScore' | 'requiresReview'> =>
  assessment.second ?? assessment;

/** Whether the brand decided after the order was judged again. */
const isDecidedSince = ({ second }: Assessment, review: KnownReview | undefined): boolean =>
  second !== undefined &&
  review !== undefined &&
  second.judgedAt.getTime() < review.reviewedAt.getTime();

/** Whether the brand has decided since a verdict by which the order is held, so that it must be judged again. */
export const isOutdated = (assessment: Assessment, review: KnownReview | undefined): boolean =>
  assessment.second?.isHeld === true && isDecidedSince(assessment, review);

/** Whether the brand decided after a verdict that the order was suspicious: that stays decided. */
function isDecided(assessment: Assessment, review: KnownReview | undefined, threshold: number) {
  if (review === undefined) return false;
  if (assessment.fraudScore > threshold) return true;
  const { second } = assessment;
  return (
    second !== undefined && second.fraudScore > threshold && isDecidedSince(assessment, review)
  );
}

const MAX_CHANGES = 3;

/** The factors whose parts of the score differ most from those of the first verdict. */
function changesOf(first: readonly FraudFactor[], again: readonly FraudFactor[]) {
  const before = new Map(first.map(({ factor, contribution }) => [factor, contribution]));
  return again
    .map((one) => ({ one, by: Math.abs(one.contribution - (before.get(one.factor) ?? 0)) }))
    .filter(({ by }) => by > 0)
    .sort((a, b) => b.by - a.by)
    .slice(0, MAX_CHANGES)
    .map(({ one: { factor, evidence } }) => ({ factor, evidence }));
}

/** The verdict as events carry it. */
function eventsOf(assessment: Assessment, judged: Assessment, cause: Judging['cause']) {
  const { second } = judged;
  const before = inForce(assessment);
  if (second === undefined || before.requiresReview === second.requiresReview) return [];
  const { fraudScore, requiresReview: isReviewed, factors, weightsVersion, isHeld } = second;
  const verdict = { fraudScore, requiresReview: isReviewed, factors: [...factors], weightsVersion };
  const { conversionId, brandId, campaignId, affiliateId, revision } = assessment;
  const events: DomainEvent[] = [
    assessmentJudgedAgain({
      ...{ conversionId, brandId, campaignId, affiliateId, ...verdict, cause, isHeld },
      earlierScore: before.fraudScore,
      judgedAt: second.judgedAt.toISOString(),
      changedBy: changesOf(assessment.factors, factors),
      ...(revision === undefined ? {} : { revision }),
    }),
  ];
  if (isFlagged(second) && !isFlagged(before)) {
    events.push(fraudDetected({ ...snapshotOf(assessment), ...verdict, affiliateId }));
  }
  return events;
}

/**
 * Judges an order again by what is known by now. The first verdict stays beside the new one. An order that looks like
 * fraud is held until its brand decides, unless it decided when it knew that the order was suspicious.
 */
export function decideSecondVerdict(
  assessment: Assessment,
  { later, scoring, review, cause, now }: Judging,
): { judged: Assessment; events: DomainEvent[] } {
  const { fraudScore, factors } = scoreAgain(assessment.factors, later, scoring);
  const reviewThreshold = assessment.inputs?.reviewThreshold ?? REVIEW_THRESHOLD;
  const source = assessment.inputs?.order.source;
  const isSuspicious =
    source === undefined
      ? fraudScore > reviewThreshold
      : requiresReview({ source, score: { fraudScore, reviewThreshold } });
  const second = {
    judgedAt: now,
    cause,
    fraudScore,
    factors,
    weightsVersion: scoring.version,
    requiresReview: isSuspicious,
    isHeld: fraudScore > reviewThreshold && !isDecided(assessment, review, reviewThreshold),
  };
  const judged = { ...assessment, second };
  return { judged, events: eventsOf(assessment, judged, cause) };
}
