import { runWithContext } from '@tributary/context';
import { type ReviewedConversion } from '@tributary/contracts';
import { type HandledEvent } from '@tributary/messaging';
import { isDuplicateKey } from '@tributary/mongo';
import { assessConversions } from '../../workflows/assess-conversions.ts';
import { type Assessment, decideOutcome } from '../../domain/assessment.ts';
import { type Deps } from '../../deps.ts';
import { type LabelRow } from '../../store/models.ts';

type Decision = LabelRow['decision'];
type Review = HandledEvent<ReviewedConversion>;

const AT_ONCE = 500;
const TRIES = 4;

const labelOf = ({ data }: Review, assessment: Assessment, decision: Decision): LabelRow => ({
  _id: data.conversionId,
  brandId: data.brandId,
  campaignId: data.campaignId,
  affiliateId: data.affiliateId,
  decision,
  fraudScore: assessment.fraudScore,
  reviewedAt: new Date(data.reviewedAt),
});

async function learnOnce(
  deps: Deps,
  reviews: readonly Review[],
  decision: Decision,
): Promise<void> {
  // A review can overtake the assessment; the event holds all that is needed to make it.
  const arrivals = reviews.map(({ data: conversion, correlationId }) => ({
    conversion,
    correlationId,
  }));
  await deps.facts.record(arrivals);
  const assessments = await assessConversions(deps)(arrivals);
  const byConversion = new Map(assessments.map((one) => [one.conversionId, one]));
  await deps.transaction(async ({ labels, outbox }) => {
    const known = await labels.findKnown(reviews.map(({ data }) => data.conversionId));
    const learned = new Map<string, LabelRow>();
    for (const review of reviews) {
      const { conversionId } = review.data;
      const assessment = byConversion.get(conversionId);
      if (assessment === undefined || known.has(conversionId) || learned.has(conversionId))
        continue;
      learned.set(conversionId, labelOf(review, assessment, decision));
      const { correlationId } = review;
      await runWithContext({ correlationId }, () =>
        outbox.add(...decideOutcome(assessment, decision)),
      );
    }
    if (learned.size > 0) await labels.create([...learned.values()]);
  });
}

/** Keeps brands' decisions as labels, and says of flagged conversions what they turned out to be. */
export const recordReviews =
  (deps: Deps, decision: Decision) =>
  async (reviews: readonly Review[]): Promise<void> => {
    for (let at = 0; at < reviews.length; at += AT_ONCE) {
      const some = reviews.slice(at, at + AT_ONCE);
      for (let attempt = 1; ; attempt += 1) {
        try {
          await learnOnce(deps, some, decision);
          break;
        } catch (error) {
          if (!isDuplicateKey(error) || attempt === TRIES) throw error;
        }
      }
    }
  };
