import { formatAmount } from '@tributary/money';
import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { amountMinor, currency, id, instant } from './fields.ts';
import { alsoTo, messageTo, type PublicMessage } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

/** `answered`: the order is known already, and the answer follows from its conversion. */
export const claimStatuses = ['open', 'accepted', 'refused', 'answered', 'expired'] as const;
export type ClaimStatus = (typeof claimStatuses)[number];

/** What a known order answers to a claim. */
export const claimAnswers = [
  'already_credited',
  'credited_elsewhere',
  'conversion_rejected',
  'conversion_reversed',
  'closed_without_credit',
] as const;
export type ClaimAnswer = (typeof claimAnswers)[number];

/** Why a brand refuses a claim. */
export const claimRefusals = [
  'unknown_order',
  'not_referred',
  'order_cancelled',
  'outside_terms',
  'other',
] as const;
export type ClaimRefusal = (typeof claimRefusals)[number];

export const CLAIM_EXPIRED = 'not_decided_in_time';
export const claimReasons = [...claimAnswers, ...claimRefusals, CLAIM_EXPIRED] as const;
export type ClaimReason = (typeof claimReasons)[number];

/** Answers about a conversion that is not the claimant’s. */
const FOREIGN_ANSWERS: readonly string[] = ['credited_elsewhere', 'closed_without_credit'];

/** Whether the claimant may learn which conversion a claim led to. */
export const isOwnConversion = ({ reason }: { readonly reason: string | null }): boolean =>
  reason === null || !FOREIGN_ANSWERS.includes(reason);

/** A claim as other services read it, without the free text of the affiliate. */
const claimSnapshot = z.object({
  claimId: id,
  brandId: id,
  campaignId: id,
  affiliateId: id,
  orderId: z.string(),
  orderedAt: instant,
  /** What the affiliate knows of the order’s value, minor units; null where it names none. */
  valueMinor: amountMinor.nullable(),
  currency: currency.nullable(),
  /** One of `claimStatuses`, or one that a later release adds. */
  status: z.string(),
  /** One of `claimReasons`, or one that a later release adds; null while open, and where accepted. */
  reason: z.string().nullable(),
  /** What the brand wrote to the affiliate. */
  notes: z.string().nullable(),
  /** The conversion of the order; null where there is none. */
  conversionId: id.nullable(),
  createdAt: instant,
  expiresAt: instant,
  decidedAt: instant.nullable(),
});
export type ClaimSnapshot = z.output<typeof claimSnapshot>;

const sample: ClaimSnapshot = {
  claimId: '01975b3c-7c00-7000-8000-000000005001',
  brandId: sampleIds.brandId,
  campaignId: sampleIds.campaignId,
  affiliateId: sampleIds.affiliateId,
  orderId: 'A-1002',
  orderedAt: SAMPLE_TIME,
  valueMinor: 8_000,
  currency: 'USD',
  status: 'open',
  reason: null,
  notes: null,
  conversionId: null,
  createdAt: '2026-05-03T09:00:00.000Z',
  expiresAt: '2026-06-02T09:00:00.000Z',
  decidedAt: null,
};

const dataOf = (claim: ClaimSnapshot) => ({
  claim_id: claim.claimId,
  brand_id: claim.brandId,
  campaign_id: claim.campaignId,
  affiliate_id: claim.affiliateId,
  order_id: claim.orderId,
  ordered_at: claim.orderedAt,
  amount:
    claim.valueMinor === null || claim.currency === null
      ? null
      : formatAmount(claim.valueMinor, claim.currency),
  currency: claim.currency,
  status: claim.status,
  expires_at: claim.expiresAt,
});

function decidedMessages(claim: ClaimSnapshot): PublicMessage[] {
  const { conversionId, reason, notes, decidedAt } = claim;
  const decided = { ...dataOf(claim), reason, notes, decided_at: decidedAt };
  const ownId = isOwnConversion(claim) ? conversionId : null;
  return [
    messageTo([claim.brandId], { ...decided, conversion_id: conversionId }),
    alsoTo([claim.affiliateId], { ...decided, conversion_id: ownId }),
  ];
}

const declaration = {
  topic: 'tracking.conversions',
  key: ({ claimId }: ClaimSnapshot) => claimId,
  data: claimSnapshot,
} as const;

export const claimReceived = defineEvent({
  type: 'claim.received.v1',
  ...declaration,
  description: 'An affiliate claims an order that no conversion shows; the brand decides.',
  sample,
  publicEvents: [
    {
      name: 'claim.received',
      category: 'Conversion',
      place: 6,
      description: 'An affiliate claims an order that no conversion shows.',
      messages: (claim) => [messageTo([claim.brandId, claim.affiliateId], dataOf(claim))],
    },
  ],
});

export const claimDecided = defineEvent({
  type: 'claim.decided.v1',
  ...declaration,
  description:
    'A claim to a missing order was accepted, refused, answered by the order, or expired.',
  sample: {
    ...sample,
    status: 'accepted',
    conversionId: sampleIds.conversionId,
    decidedAt: '2026-05-04T09:00:00.000Z',
  },
  publicEvents: [
    {
      name: 'claim.decided',
      category: 'Conversion',
      place: 7,
      description:
        'A claim to a missing order was accepted, refused, answered by the order itself, or expired.',
      messages: decidedMessages,
    },
  ],
});
