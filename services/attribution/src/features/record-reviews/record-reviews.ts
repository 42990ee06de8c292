import { runWithContext } from '@tributary/context';
import { type ReviewedConversion, revisionOf } from '@tributary/contracts';
import { type HandledEvent } from '@tributary/messaging';
import { isDuplicateKey } from '@tributary/mongo';
import { coversReport, decideOutcome, type ReviewedAssessment } from '../../domain/assessment.ts';
import { type Label } from '../../domain/label.ts';
import { type LabelDocument } from '../../store/collections.ts';
import { assessConversions, type AssessmentDeps } from '../../workflows/assess-conversions.ts';

type Decision = Label['decision'];
type Review = HandledEvent<ReviewedConversion>;

const BATCH_SIZE = 500;
const MAX_ATTEMPTS = 4;

const labelOf = (
  { data }: Review,
  assessment: ReviewedAssessment,
  decision: Decision,
): LabelDocument => ({
  _id: data.conversionId,
  brandId: data.brandId,
  campaignId: data.campaignId,
  affiliateId: data.affiliateId,
  decision,
  ...(data.reason === undefined ? {} : { reason: data.reason }),
  isSampled: assessment.isSampled === true,
  fraudScore: assessment.fraudScore,
  reviewedAt: new Date(data.reviewedAt),
  ...(data.revision === undefined ? {} : { revision: data.revision }),
});

/** A review can arrive before its conversion's assessment, which is then made from the review's event. */
async function assessReviewed(
  deps: AssessmentDeps,
  reviews: readonly Review[],
): Promise<Map<string, ReviewedAssessment>> {
  const found = await deps.assessments.findReviewed(
    reviews.map(({ data: { conversionId } }) => conversionId),
  );
  const missing = reviews.filter(({ data }) => {
    const assessment = found.get(data.conversionId);
    return assessment === undefined || !coversReport(assessment, data);
  });
  if (missing.length === 0) return found;
  const pending = missing.map(({ data: conversion, correlationId }) => ({
    conversion,
    correlationId,
  }));
  await deps.facts.record(pending);
  for (const assessment of await assessConversions(deps)(pending)) {
    found.set(assessment.conversionId, assessment);
  }
  return found;
}

async function recordBatch(
  deps: AssessmentDeps,
  reviews: readonly Review[],
  decision: Decision,
): Promise<void> {
  const assessments = await assessReviewed(deps, reviews);
  await deps.transaction(async ({ labels, outbox }) => {
    const known = await labels.findKnown(reviews.map(({ data }) => data.conversionId));
    const added = new Map<string, LabelDocument>();
    for (const review of reviews) {
      const { conversionId } = review.data;
      const assessment = assessments.get(conversionId);
      if (assessment === undefined || known.has(conversionId) || added.has(conversionId)) continue;
      // Another report has replaced what the brand reviewed.
      if (revisionOf(assessment) > revisionOf(review.data)) continue;
      added.set(conversionId, labelOf(review, assessment, decision));
      const { correlationId } = review;
      await runWithContext({ correlationId }, () =>
        outbox.add(...decideOutcome(assessment, { decision, reason: review.data.reason })),
      );
    }
    if (added.size > 0) await labels.create([...added.values()]);
  });
}

/**
 * Stores brands' reviews, and publishes what flagged conversions turned out to be. Conversions that gave up their
 * order were not judged.
 */
export const recordReviews =
  (deps: AssessmentDeps, decision: Decision) =>
  async (reviews: readonly Review[]): Promise<void> => {
    const judged = reviews.filter(({ data }) => data.superseded !== true);
    for (let at = 0; at < judged.length; at += BATCH_SIZE) {
      const batch = judged.slice(at, at + BATCH_SIZE);
      for (let attempt = 1; ; attempt += 1) {
        try {
          await recordBatch(deps, batch, decision);
          break;
        } catch (error) {
          if (!isDuplicateKey(error) || attempt === MAX_ATTEMPTS) throw error;
        }
      }
    }
  };
