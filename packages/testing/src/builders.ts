import { randomUUIDv7 } from 'node:crypto';
import {
  campaignActivated,
  type CampaignSnapshot,
  type ClickCount,
  clickRecorded,
  type ClickRow,
  clicksCounted,
  commissionApproved,
  type CommissionSnapshot,
  conversionApproved,
  type ConversionSnapshot,
  conversionTracked,
  couponCreated,
  type CouponSnapshot,
  linkCreated,
  type LinkSnapshot,
  type PaidTraffic,
  type ReviewedConversion,
  userRegistered,
  type UserSnapshot,
} from '@tributary/contracts';

const ONE_DAY_MS = 24 * 3_600_000;
const USER_AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

/** An affiliate by default. */
export const aUser = (given: Partial<UserSnapshot> = {}): UserSnapshot => ({
  ...userRegistered.sample,
  userId: randomUUIDv7(),
  email: 'someone@example.com',
  emailVerified: true,
  name: 'Someone',
  country: null,
  ...given,
});

/** An active campaign that pays 10 % of a sale at once, last click, 30 days. */
export const aCampaign = (given: Partial<CampaignSnapshot> = {}): CampaignSnapshot => ({
  ...campaignActivated.sample,
  campaignId: randomUUIDv7(),
  brandId: randomUUIDv7(),
  brandName: 'Brand',
  name: 'Campaign',
  landingPageUrl: 'https://shop.example.com/',
  ...given,
});

export const aLink = (given: Partial<LinkSnapshot> = {}): LinkSnapshot => ({
  ...linkCreated.sample,
  linkId: randomUUIDv7(),
  trackingCode: randomUUIDv7().slice(-12),
  campaignId: randomUUIDv7(),
  brandId: randomUUIDv7(),
  affiliateId: randomUUIDv7(),
  destinationUrl: 'https://shop.example.com/',
  ...given,
});

/** A coupon code that has been valid for a day, and has no end. */
export const aCoupon = (given: Partial<CouponSnapshot> = {}): CouponSnapshot => {
  const startsAt = new Date(Date.now() - ONE_DAY_MS).toISOString();
  return {
    ...couponCreated.sample,
    couponId: randomUUIDv7(),
    brandId: randomUUIDv7(),
    campaignId: randomUUIDv7(),
    affiliateId: randomUUIDv7(),
    code: `CODE-${randomUUIDv7().slice(-12)}`,
    startsAt,
    createdAt: startsAt,
    updatedAt: startsAt,
    ...given,
  };
};

/** What makes a click payable: a signed cookie, at an address without other clicks. */
export const payableTraffic = (given: Partial<PaidTraffic> = {}): PaidTraffic => ({
  visitor: 'signed',
  addressHash: randomUUIDv7(),
  doubt: null,
  ...given,
});

/** A valid, unique desktop click. */
export const aClick = (given: Partial<ClickRow> = {}): ClickRow => ({
  ...clickRecorded.sample,
  clickId: randomUUIDv7(),
  linkId: randomUUIDv7(),
  trackingCode: 'code',
  campaignId: randomUUIDv7(),
  brandId: randomUUIDv7(),
  affiliateId: randomUUIDv7(),
  visitorId: randomUUIDv7(),
  userAgent: USER_AGENT,
  device: 'desktop',
  browser: 'Chrome',
  os: 'Linux',
  country: null,
  ...given,
});

function kindsOf(clicks: readonly ClickRow[]) {
  const withoutConsent = clicks.filter(({ consent }) => consent?.decision === 'denied').length;
  return {
    unique: clicks.filter(({ validity }) => validity === 'valid').length,
    duplicate: clicks.filter(({ validity }) => validity === 'duplicate').length,
    invalid: clicks.filter(({ validity }) => validity !== 'valid' && validity !== 'duplicate')
      .length,
    ...(withoutConsent === 0 ? {} : { withoutConsent }),
  };
}

const traitsOf = ({ utm, country, device, browser }: ClickRow) => ({
  utm,
  country,
  device,
  browser,
});

const minuteOf = ({ occurredAt }: ClickRow): string =>
  new Date(Math.floor(Date.parse(occurredAt) / 60_000) * 60_000).toISOString();

/** A valid, unique desktop click of a minute; without evidence for fraud scoring. */
export const aClickCount = (given: Partial<ClickCount> = {}): ClickCount => ({
  ...countOf([aClick()]),
  ...given,
});

/** The counts of clicks, by link and minute, without evidence for fraud scoring. */
export const countsOf = (clicks: readonly ClickRow[]): ClickCount[] =>
  [...Map.groupBy(clicks, (click) => `${click.linkId} ${minuteOf(click)}`).values()].map(countOf);

function countOf(clicks: readonly ClickRow[]): ClickCount {
  const [first = aClick()] = clicks;
  const { linkId, campaignId, brandId, affiliateId } = first;
  const alike = Map.groupBy(clicks, (click) => JSON.stringify(traitsOf(click))).values();
  return {
    linkId,
    campaignId,
    brandId,
    affiliateId,
    minute: minuteOf(first),
    ...kindsOf(clicks),
    traits: [...alike].map((some) => ({ ...traitsOf(some[0] ?? first), ...kindsOf(some) })),
    evidence: { described: 0, navigations: 0, listed: 0, visitors: [], addresses: [] },
  };
}

/** The event of these clicks' counts. */
export const countedClicks = (clicks: readonly ClickRow[]) =>
  clicksCounted({ counts: countsOf(clicks) });

/** A pending sale of 100.00 USD an hour after its click. */
export const aConversion = (given: Partial<ConversionSnapshot> = {}): ConversionSnapshot => ({
  ...conversionTracked.sample,
  conversionId: randomUUIDv7(),
  brandId: randomUUIDv7(),
  campaignId: randomUUIDv7(),
  affiliateId: randomUUIDv7(),
  clickId: randomUUIDv7(),
  linkId: randomUUIDv7(),
  orderId: `order-${randomUUIDv7()}`,
  transactionId: `tx-${randomUUIDv7()}`,
  valueMinor: 10_000,
  products: [],
  userAgent: USER_AGENT,
  clickedAt: '2026-05-01T11:00:00.000Z',
  ...given,
});

/** An approved conversion with all credit for its affiliate. */
export const anApprovedConversion = (
  given: Partial<ReviewedConversion> = {},
): ReviewedConversion => {
  const conversion = aConversion(given);
  const { affiliateId, clickId, linkId, valueMinor } = conversion;
  const [share] = conversionApproved.sample.shares;
  return {
    ...conversionApproved.sample,
    ...conversion,
    status: 'approved',
    shares: affiliateId === null ? [] : [{ ...share!, affiliateId, clickId, linkId, valueMinor }],
    fraudScore: 0,
    reviewedBy: conversion.brandId,
    ...given,
  };
};

/** An approved commission of 10.00 USD, not of a click. */
export const aCommission = (given: Partial<CommissionSnapshot> = {}): CommissionSnapshot => ({
  ...commissionApproved.sample,
  commissionId: randomUUIDv7(),
  conversionId: randomUUIDv7(),
  campaignId: randomUUIDv7(),
  campaignName: 'Campaign',
  brandId: randomUUIDv7(),
  affiliateId: randomUUIDv7(),
  orderId: 'order',
  clickId: null,
  linkId: null,
  amountMinor: 1_000,
  saleMinor: 10_000,
  approvedAt: null,
  ...given,
});
