import {
  affiliateSuspected,
  assessmentMade,
  conversionAdjusted,
  conversionApproved,
  conversionCustomerErased,
  conversionDisputed,
  conversionRejected,
  conversionReversed,
  conversionsBulkReviewed,
  type ConversionSnapshot,
  conversionTracked,
  fraudConfirmed,
  fraudDetected,
  fraudResolved,
  fraudReviewOverdue,
  type ReviewedConversion,
} from '@tributary/contracts';
import { formatAmount } from '@tributary/money';
import { type EventName } from '../event-catalog.ts';
import { type MacroValues } from '../postback.ts';
import { type PublicEvent, publicEvent, alsoTo, translation, notPublished } from './translation.ts';

/** The fields that the specification shows for conversion.tracked, and no others. */
const trackedData = (conversion: ConversionSnapshot) => ({
  conversion_id: conversion.conversionId,
  affiliate_id: conversion.affiliateId,
  campaign_id: conversion.campaignId,
  amount: formatAmount(conversion.valueMinor, conversion.currency),
  currency: conversion.currency,
  product_id: conversion.products[0]?.sku ?? null,
});

const SUB_NAMES = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;

/** The macro values for the affiliate of this click. Only the owner of the converting click gets the sub ids. */
function macrosOf(
  conversion: ConversionSnapshot,
  { clickId, valueMinor }: { clickId: string | null; valueMinor: number },
): MacroValues {
  const { subIds = {} } = clickId === conversion.clickId ? conversion : {};
  const subs = SUB_NAMES.flatMap((name) => {
    const number = name.slice(-1);
    const value = subIds[name] ?? subIds[`subid${number}`] ?? subIds[`sub_id_${number}`];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...(clickId === null ? {} : { click_id: clickId }),
    ...Object.fromEntries(subs),
    amount: formatAmount(valueMinor, conversion.currency),
    currency: conversion.currency,
    status: conversion.status,
  };
}

const orderData = (conversion: ConversionSnapshot) => ({
  ...trackedData(conversion),
  order_id: conversion.orderId,
  status: conversion.status,
  converted_at: conversion.convertedAt,
});

/**
 * The brand gets the conversion as a whole. If several affiliates share it, each gets only its own part.
 */
const reviewedAs =
  (name: EventName) =>
  (conversion: ReviewedConversion): PublicEvent[] => {
    const verdict = { reviewed_at: conversion.reviewedAt, notes: conversion.notes };
    const whole = { ...orderData(conversion), ...verdict };
    const [first, ...others] = conversion.shares;
    if (first === undefined || others.length === 0) {
      const affiliateId = first?.affiliateId ?? conversion.affiliateId;
      const data = { ...whole, affiliate_id: affiliateId };
      const macros = macrosOf(conversion, first ?? conversion);
      return [{ ...publicEvent(name, [conversion.brandId, affiliateId], data), macros }];
    }
    const parts = conversion.shares.map((share) => ({
      ...alsoTo(name, [share.affiliateId], {
        ...whole,
        affiliate_id: share.affiliateId,
        amount: formatAmount(share.valueMinor, conversion.currency),
      }),
      macros: macrosOf(conversion, share),
    }));
    return [publicEvent(name, [conversion.brandId], whole), ...parts];
  };

interface FraudFacts {
  readonly conversionId: string;
  readonly campaignId: string;
  readonly brandId: string;
  readonly affiliateId: string | null;
  readonly fraudScore: number;
}

/** Score and evidence go to the brand; the affiliate learns that there is a question, not how to avoid one. */
const aboutFraud = (
  name: EventName,
  facts: FraudFacts,
  evidence: Readonly<Record<string, unknown>> = {},
): PublicEvent[] => {
  const data = {
    conversion_id: facts.conversionId,
    campaign_id: facts.campaignId,
    affiliate_id: facts.affiliateId,
  };
  return [
    publicEvent(name, [facts.brandId], { ...data, fraud_score: facts.fraudScore, ...evidence }),
    ...(facts.affiliateId === null ? [] : [alsoTo(name, [facts.affiliateId], data)]),
  ];
};

export const conversionTranslations = [
  translation(conversionTracked, (conversion) => [
    {
      ...publicEvent(
        'conversion.tracked',
        [conversion.brandId, conversion.affiliateId],
        trackedData(conversion),
      ),
      macros: macrosOf(conversion, conversion),
    },
  ]),
  translation(conversionApproved, reviewedAs('conversion.approved')),
  translation(conversionRejected, reviewedAs('conversion.rejected')),
  translation(conversionDisputed, (conversion) => [
    publicEvent('conversion.disputed', [conversion.brandId, conversion.affiliateId], {
      ...orderData(conversion),
      reason: conversion.reason,
    }),
  ]),
  notPublished(conversionReversed, 'commission.adjusted publishes the effect'),
  notPublished(conversionAdjusted, 'commission.adjusted publishes the effect'),
  translation(conversionsBulkReviewed, (bulk) => [
    publicEvent('commission.bulk_updated', [bulk.brandId], {
      bulk_review_id: bulk.bulkReviewId,
      brand_id: bulk.brandId,
      decision: bulk.decision,
      processed: bulk.processed,
      failed: bulk.failed,
    }),
  ]),
  notPublished(conversionCustomerErased, 'the customer’s data must not leave the platform'),
  notPublished(assessmentMade, 'an internal step; fraud.detected publishes the result'),
  translation(fraudDetected, (assessment) =>
    aboutFraud('fraud.detected', assessment, {
      requires_review: assessment.requiresReview,
      factors: assessment.factors.map(({ factor, contribution, evidence }) => ({
        factor,
        contribution,
        evidence,
      })),
    }),
  ),
  translation(fraudConfirmed, (verdict) => aboutFraud('fraud.confirmed', verdict)),
  translation(fraudResolved, (verdict) => aboutFraud('fraud.resolved', verdict)),
  translation(affiliateSuspected, (suspicion) => [
    publicEvent('suspicious.activity', [suspicion.brandId], {
      affiliate_id: suspicion.affiliateId,
      campaign_id: suspicion.campaignId,
      reason: 'average_score',
      conversions: suspicion.conversions,
      average_fraud_score: suspicion.averageFraudScore,
    }),
  ]),
  notPublished(fraudReviewOverdue, 'a reminder to a person, who gets a notification'),
];
