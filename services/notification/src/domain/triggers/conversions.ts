import {
  affiliateSuspected,
  conversionApproved,
  conversionDisputed,
  conversionRejected,
  conversionReplaced,
  conversionsBulkReviewed,
  conversionTracked,
  fraudConfirmed,
  fraudDetected,
  fraudResolved,
  fraudReviewOverdue,
  type ReviewedConversion,
} from '@tributary/contracts';
import * as texts from '../templates/conversions.ts';
import { silent, trigger } from './trigger.ts';

/** All affiliates with a share of the conversion. */
const affiliatesOf = ({ affiliateId, shares }: ReviewedConversion): string[] => [
  ...new Set([
    ...(affiliateId === null ? [] : [affiliateId]),
    ...shares.map((share) => share.affiliateId),
  ]),
];

/** Whom a rejection concerns: nobody where the order belongs to another conversion. */
const deniedAffiliatesOf = (conversion: ReviewedConversion): string[] =>
  conversion.superseded === true ? [] : affiliatesOf(conversion);

/** What the brand learns of a suspected affiliate: by its conversions, its traffic or its account. */
function textOfSuspicion(suspicion: ReturnType<typeof affiliateSuspected>['data']) {
  if (suspicion.evidence === undefined) return texts.affiliateSuspected(suspicion);
  return suspicion.about === 'account'
    ? texts.affiliateAccount(suspicion)
    : texts.affiliateCase(suspicion);
}

export const conversionTriggers = [
  silent(conversionTracked, 'it has no commission yet'),
  silent(conversionReplaced, 'it has no commission yet'),
  silent(conversionApproved, 'commission_earned covers it'),
  trigger(
    conversionRejected,
    (conversion, { campaignNameOf, isProved }) =>
      deniedAffiliatesOf(conversion).map((affiliateId) => ({
        type: 'commission_denied' as const,
        priority: 'normal' as const,
        entityType: 'conversion',
        entityId: conversion.conversionId,
        recipients: [affiliateId],
        text: texts.commissionDenied({
          conversionId: conversion.conversionId,
          orderId: conversion.orderId,
          campaign: campaignNameOf(conversion.campaignId, affiliateId),
          notes: isProved(conversion.brandId) ? conversion.notes : null,
        }),
      })),
    {
      memberships: (conversion) =>
        deniedAffiliatesOf(conversion).map((affiliateId) => ({
          campaignId: conversion.campaignId,
          affiliateId,
        })),
      authors: ({ brandId }) => [brandId],
    },
  ),
  silent(conversionDisputed, 'the affiliate opened the dispute'),
  silent(conversionsBulkReviewed, 'each conversion has its own event'),
  silent(fraudDetected, 'the brand’s review list shows it'),
  silent(fraudConfirmed, 'commission_denied notifies the affiliate'),
  silent(fraudResolved, 'commission_earned notifies the affiliate'),
  trigger(affiliateSuspected, (suspicion) => [
    {
      type: 'security_alert',
      priority: 'high',
      entityType: 'affiliate',
      entityId: suspicion.affiliateId,
      recipients: [suspicion.brandId],
      text: textOfSuspicion(suspicion),
    },
  ]),
  trigger(fraudReviewOverdue, (overdue) => [
    {
      type: 'security_alert',
      priority: 'high',
      entityType: 'conversion',
      entityId: overdue.conversionIds[0] ?? overdue.brandId,
      recipients: [overdue.brandId],
      text: texts.fraudReviewsOverdue(overdue.conversionIds.length),
    },
  ]),
];
