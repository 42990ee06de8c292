import {
  affiliateTierChanged,
  affiliateSuspected,
  assessmentMade,
  commissionAdjusted,
  commissionApproved,
  commissionCreated,
  exchangeRatesSet,
  commissionPaid,
  type CommissionSnapshot,
  commissionTiersSet,
  conversionAdjusted,
  conversionApproved,
  conversionCustomerErased,
  conversionDisputed,
  conversionRejected,
  conversionReversed,
  conversionsBulkReviewed,
  conversionTracked,
  fraudConfirmed,
  fraudDetected,
  fraudResolved,
  fraudReviewOverdue,
  paymentCompleted,
  paymentFailed,
  paymentInitiated,
  paymentProcessing,
  paymentRefunded,
  payoutBatchCompleted,
  payoutBatchCreated,
  payoutBatchFailed,
  payoutBatchProcessing,
  payoutCompleted,
  payoutFailed,
  payoutHeld,
  payoutScheduleChanged,
  type PayoutSnapshot,
  type ReviewedConversion,
} from '@tributary/contracts';
import { amountWords } from '../templates/words.ts';
import { silent, trigger } from './trigger.ts';

const wordsOf = ({ amountMinor, currency, campaignName, orderId }: CommissionSnapshot) => ({
  amount: amountWords(amountMinor, currency),
  campaign: campaignName,
  orderId,
});

const aboutCommission = ({ commissionId, affiliateId }: CommissionSnapshot) => ({
  priority: 'normal' as const,
  entityType: 'commission',
  entityId: commissionId,
  to: [affiliateId],
});

/** Everybody who would have earned something. */
const affiliatesOf = ({ affiliateId, shares }: ReviewedConversion): string[] => [
  ...new Set([
    ...(affiliateId === null ? [] : [affiliateId]),
    ...shares.map((share) => share.affiliateId),
  ]),
];

const payoutWords = ({ amountMinor, netMinor, currency, referenceNumber }: PayoutSnapshot) => ({
  amount: amountWords(amountMinor, currency),
  netAmount: amountWords(netMinor, currency),
  reference: referenceNumber,
});

const aboutPayout = ({ payoutId, affiliateId }: PayoutSnapshot) => ({
  type: 'payout_processed' as const,
  entityType: 'payout',
  entityId: payoutId,
  to: [affiliateId],
});

const conversionTriggers = [
  silent(conversionTracked, 'nothing is earned yet'),
  silent(conversionApproved, 'commission_earned tells it'),
  trigger(
    conversionRejected,
    (conversion, { campaignOf, texts }) =>
      affiliatesOf(conversion).map((affiliateId) => ({
        type: 'commission_denied' as const,
        priority: 'normal' as const,
        entityType: 'conversion',
        entityId: conversion.conversionId,
        to: [affiliateId],
        ...texts.commissionDenied({
          orderId: conversion.orderId,
          campaign: campaignOf(conversion.campaignId, affiliateId),
          notes: conversion.notes,
        }),
      })),
    (conversion) =>
      affiliatesOf(conversion).map((affiliateId) => ({
        campaignId: conversion.campaignId,
        affiliateId,
      })),
  ),
  silent(conversionReversed, 'the balance shows it'),
  silent(conversionAdjusted, 'the balance shows it'),
  silent(conversionDisputed, 'the affiliate raised it himself'),
  silent(conversionsBulkReviewed, 'each conversion has its own event'),
  silent(conversionCustomerErased, 'an erasure leaves nothing to tell'),
  silent(assessmentMade, 'an inner step'),
  silent(fraudDetected, 'the brand finds it in its list for review'),
  silent(fraudConfirmed, 'commission_denied tells the affiliate'),
  silent(fraudResolved, 'commission_earned tells the affiliate'),
  trigger(affiliateSuspected, (suspicion, { texts }) => [
    {
      type: 'security_alert',
      priority: 'high',
      entityType: 'affiliate',
      entityId: suspicion.affiliateId,
      to: [suspicion.brandId],
      ...texts.affiliateLooksSuspicious(suspicion.conversions),
    },
  ]),
  trigger(fraudReviewOverdue, (overdue, { texts }) => [
    {
      type: 'security_alert',
      priority: 'high',
      entityType: 'conversion',
      entityId: overdue.conversionIds[0] ?? overdue.brandId,
      to: [overdue.brandId],
      ...texts.reviewsAreOverdue(overdue.conversionIds.length),
    },
  ]),
];

const payoutTriggers = [
  silent(paymentInitiated, 'payout_processed tells the end'),
  silent(paymentProcessing, 'payout_processed tells the end'),
  silent(paymentCompleted, 'payout_processed tells the end'),
  silent(paymentFailed, 'payout_processed tells the end'),
  trigger(paymentRefunded, (payout, { texts }) => [
    { ...aboutPayout(payout), priority: 'high', ...texts.payoutTakenBack(payoutWords(payout)) },
  ]),
  trigger(payoutCompleted, (payout, { texts }) => [
    {
      ...aboutPayout(payout),
      priority: 'normal',
      ...texts.payoutCompleted(payoutWords(payout)),
    },
  ]),
  trigger(payoutFailed, (payout, { texts }) => [
    { ...aboutPayout(payout), priority: 'high', ...texts.payoutFailed(payoutWords(payout)) },
  ]),
  trigger(payoutHeld, (payout, { texts }) => [
    {
      ...aboutPayout(payout),
      type: 'security_alert',
      priority: 'urgent',
      ...texts.payoutWaits({
        ...payoutWords(payout),
        reasons: payout.reasons.map(({ explanation }) => explanation),
      }),
    },
  ]),
  silent(payoutBatchCreated, 'payout_processed tells each affiliate the end'),
  silent(payoutBatchProcessing, 'payout_processed tells each affiliate the end'),
  silent(payoutBatchCompleted, 'payout_processed tells each affiliate the end'),
  silent(payoutBatchFailed, 'payout_processed tells each affiliate the end'),
  silent(payoutScheduleChanged, 'who changed it knows it'),
];

export const moneyTriggers = [
  ...conversionTriggers,
  trigger(commissionCreated, (commission, { texts }) => [
    {
      ...aboutCommission(commission),
      type: 'commission_earned',
      ...texts.commissionEarned(wordsOf(commission)),
    },
  ]),
  trigger(commissionApproved, (commission, { texts }) => [
    {
      ...aboutCommission(commission),
      type: 'commission_approved',
      ...texts.commissionApproved(wordsOf(commission)),
    },
  ]),
  silent(commissionPaid, 'payout_processed tells it once for the whole payout'),
  silent(commissionAdjusted, 'the balance shows it'),
  silent(affiliateTierChanged, 'the tiers’ page and the webhook tell it'),
  silent(commissionTiersSet, 'the tiers’ page tells them'),
  silent(exchangeRatesSet, 'the platform’s own configuration'),
  ...payoutTriggers,
];
