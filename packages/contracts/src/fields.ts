import { z } from 'zod';

/** Ids are UUIDs (version 7 where we make them). */
export const id = z.uuid();
export const instant = z.iso.datetime();
export const currency = z.string().length(3);
/** A non-negative amount in the currency's minor units (cents, yen, fils). */
export const amountMinor = z.int();
export const roles = ['affiliate', 'brand', 'admin'] as const;
export type Role = (typeof roles)[number];
/** What a member may do in an account; permissions.ts has the table. */
export const memberRoles = ['owner', 'manager', 'finance', 'analyst', 'developer'] as const;
export type MemberRole = (typeof memberRoles)[number];
export const plans = ['free', 'pro', 'enterprise'] as const;
export type Plan = (typeof plans)[number];
export const userStatuses = ['active', 'verified', 'suspended'] as const;
export type UserStatus = (typeof userStatuses)[number];
export const conversionTypes = [
  'sale',
  'lead',
  'signup',
  'download',
  'subscription',
  'custom',
] as const;
export const conversionStatuses = ['pending', 'approved', 'rejected', 'reversed'] as const;
export type ConversionStatus = (typeof conversionStatuses)[number];
/** Why a brand refuses an order that it takes for fraud. */
export const fraudReasons = [
  'bot_traffic',
  'fake_customer',
  'self_referral',
  'stolen_payment',
  'cookie_stuffing',
  'click_injection',
  'coupon_abuse',
  'return_abuse',
  'other_fraud',
] as const;
export type FraudReason = (typeof fraudReasons)[number];
/** Why a brand rejects an order: a kind of fraud, or what states nothing about fraud. */
export const rejectionReasons = [...fraudReasons, 'returned', 'wrong_order', 'other'] as const;
export type RejectionReason = (typeof rejectionReasons)[number];
export const campaignTypes = [
  'sale',
  'lead',
  'click',
  'impression',
  'subscription',
  'app_install',
  'call',
  'direct_messaging',
  'custom',
] as const;
export const campaignStatuses = ['draft', 'active', 'paused', 'completed', 'archived'] as const;
export type CampaignStatus = (typeof campaignStatuses)[number];
export const attributionModels = [
  'last_click',
  'first_click',
  'linear',
  'time_decay',
  'position_based',
  'data_driven',
] as const;
export const commissionStatuses = ['pending', 'approved', 'paid', 'rejected', 'cancelled'] as const;
export type CommissionStatus = (typeof commissionStatuses)[number];
export const payoutProviders = ['cardproc_connect', 'walletco_payouts'] as const;
export type PayoutProvider = (typeof payoutProviders)[number];
/** The six shop platforms, and our own ways to record a conversion. */
export const postbackSources = [
  'source_a',
  'source_b',
  'source_c',
  'source_d',
  'source_e',
  'custom',
] as const;
export const conversionSources = [
  'direct',
  ...postbackSources,
  'plugin',
  'pixel',
  'integration',
  'call',
  'message',
] as const;
export type ConversionSource = (typeof conversionSources)[number];

/** Why a conversion is recorded but earns only if its brand approves it by hand. */
export const unpayableReasons = [
  'below_minimum_duration',
  'capped',
  'budget_spent',
  'campaign_ended',
  'bot_click',
  'affiliate_suspended',
  'excluded_category',
  'no_attribution',
  'held_for_review',
  'duplicate_customer',
] as const;
export type UnpayableReason = (typeof unpayableReasons)[number];

/** The reasons by the names that conversions were stored with before. */
const earlierNames: Readonly<Record<string, UnpayableReason>> = {
  click_cap: 'capped',
  conversion_cap: 'capped',
  commission_cap: 'capped',
  budget_exhausted: 'budget_spent',
  other_currency: 'held_for_review',
};

/** A stored or received reason by its present name; one that is not known means that a person decides. */
export const unpayableReasonOf = (reason: string | null | undefined): UnpayableReason | null =>
  reason == null
    ? null
    : (unpayableReasons.find((known) => known === reason) ??
      earlierNames[reason] ??
      'held_for_review');

/** What a campaign pays, as frozen with each conversion. */
export const commissionTerms = z.object({
  type: z.enum(['percentage', 'fixed']),
  /** A decimal as text: percent (`12.5`) for percentage, major units (`3.50`) for fixed. */
  value: z.string(),
  /** The campaign's currency; a fixed amount is in it. */
  currency,
  holdDays: z.int().min(0),
  /** The campaign’s type; absent from conversions that are older than this field. */
  campaignType: z.enum(campaignTypes).optional(),
  /**
   * For a subscription: the months for which renewals earn; 0 for the first sale only, null without
   * end.
   */
  recurringMonths: z.int().min(0).nullable().optional(),
});
export type CommissionTerms = z.output<typeof commissionTerms>;

/** One affiliate's part of a conversion's credit. Weights of a conversion sum to 1,000,000,000,000. */
export const attributionShare = z.object({
  affiliateId: id,
  clickId: id.nullable(),
  linkId: id.nullable(),
  /** Share of the credit in units of 1e-12. */
  weight: z.int().min(0),
  /** The part of the order value, minor units; the parts sum to the value. */
  valueMinor: amountMinor,
});
export type AttributionShare = z.output<typeof attributionShare>;
