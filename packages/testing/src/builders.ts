import { randomUUIDv7 } from 'node:crypto';
import {
  type CampaignSnapshot,
  type ClickRow,
  type ConversionSnapshot,
  type LinkSnapshot,
  type ReviewedConversion,
  type UserSnapshot,
} from '@tributary/contracts';

const NOW = '2026-05-01T12:00:00.000Z';

/** An affiliate by default. */
export const aUser = (given: Partial<UserSnapshot> = {}): UserSnapshot => ({
  userId: randomUUIDv7(),
  role: 'affiliate',
  plan: 'pro',
  status: 'active',
  email: 'someone@example.com',
  name: 'Someone',
  company: null,
  country: null,
  phone: null,
  marketingChannels: [],
  registeredAt: NOW,
  ...given,
});

/** An active campaign that pays 10 % of a sale at once, last click, 30 days. */
export const aCampaign = (given: Partial<CampaignSnapshot> = {}): CampaignSnapshot => ({
  campaignId: randomUUIDv7(),
  brandId: randomUUIDv7(),
  brandName: 'Brand',
  name: 'Campaign',
  type: 'sale',
  status: 'active',
  landingPageUrl: 'https://shop.example.com/',
  commission: { type: 'percentage', value: '10', currency: 'USD', holdDays: 0 },
  attribution: {
    model: 'last_click',
    lookbackWindowDays: 30,
    timeDecayHalfLifeHours: 168,
    positionBasedWeights: { first: 40, middle: 20, last: 40 },
    enableCrossDevice: false,
    fingerprintingEnabled: false,
  },
  targeting: { countries: [], languages: [], devices: [] },
  pixelEnabled: false,
  updatedAt: NOW,
  ...given,
});

export const aLink = (given: Partial<LinkSnapshot> = {}): LinkSnapshot => ({
  linkId: randomUUIDv7(),
  trackingCode: randomUUIDv7().slice(-12),
  campaignId: randomUUIDv7(),
  brandId: randomUUIDv7(),
  affiliateId: randomUUIDv7(),
  destinationUrl: 'https://shop.example.com/',
  subIds: {},
  active: true,
  createdAt: NOW,
  ...given,
});

/** A valid, unique desktop click. */
export const aClick = (given: Partial<ClickRow> = {}): ClickRow => ({
  clickId: randomUUIDv7(),
  occurredAt: NOW,
  linkId: randomUUIDv7(),
  trackingCode: 'code',
  campaignId: randomUUIDv7(),
  brandId: randomUUIDv7(),
  affiliateId: randomUUIDv7(),
  visitorId: randomUUIDv7(),
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  referrer: null,
  utm: { source: null, medium: null, campaign: null, term: null, content: null },
  subIds: {},
  device: 'desktop',
  browser: 'Chrome',
  os: 'Linux',
  country: null,
  region: null,
  city: null,
  isBot: false,
  isUnique: true,
  validity: 'valid',
  fetchMetadata: {},
  ...given,
});

/** A pending sale of 100.00 USD an hour after its click. */
export const aConversion = (given: Partial<ConversionSnapshot> = {}): ConversionSnapshot => ({
  conversionId: randomUUIDv7(),
  brandId: randomUUIDv7(),
  campaignId: randomUUIDv7(),
  affiliateId: randomUUIDv7(),
  clickId: randomUUIDv7(),
  linkId: randomUUIDv7(),
  orderId: `order-${randomUUIDv7()}`,
  transactionId: `tx-${randomUUIDv7()}`,
  source: 'direct',
  type: 'sale',
  status: 'pending',
  valueMinor: 10_000,
  refundedMinor: 0,
  currency: 'USD',
  terms: { type: 'percentage', value: '10', currency: 'USD', holdDays: 0 },
  namedCommissionMinor: null,
  products: [],
  customerId: null,
  customerEmailHash: null,
  isNewCustomer: null,
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  clickedAt: '2026-05-01T11:00:00.000Z',
  convertedAt: NOW,
  createdAt: NOW,
  ...given,
});

/** An approved conversion with all credit for its affiliate. */
export const anApprovedConversion = (
  given: Partial<ReviewedConversion> = {},
): ReviewedConversion => {
  const conversion = aConversion(given);
  const shares =
    conversion.affiliateId === null
      ? []
      : [
          {
            affiliateId: conversion.affiliateId,
            clickId: conversion.clickId,
            linkId: conversion.linkId,
            weight: 1_000_000_000_000,
            valueMinor: conversion.valueMinor,
          },
        ];
  return {
    ...conversion,
    status: 'approved',
    shares,
    fraudScore: 0,
    requiresReview: false,
    reviewedBy: conversion.brandId,
    reviewedAt: NOW,
    notes: null,
    ...given,
  };
};
