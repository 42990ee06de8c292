import { samples } from './samples.ts';

/** Example records of events that come seldom. */
export const flagged = {
  assessmentId: '01975b3c-7c00-7000-8000-000000008001',
  conversionId: samples.conversionId,
  brandId: samples.brandId,
  campaignId: samples.campaignId,
  affiliateId: samples.affiliateId,
  model: 'last_click',
  modelVersion: '1',
  shares: [],
  fraudScore: 0.72,
  requiresReview: true,
  factors: [
    {
      factor: 'email_velocity',
      value: 1,
      weight: 0.72,
      contribution: 0.72,
      evidence: '12 orders of one customer within an hour',
    },
  ],
  weightsVersion: '1',
  assessedAt: samples.at,
} as const;

const tier = (name: string, level: number) => ({ tierId: samples.linkId, name, level });
export const tierChange = {
  affiliateId: samples.affiliateId,
  campaignId: null,
  brandId: null,
  from: tier('Bronze', 1),
  to: tier('Silver', 2),
  benefits: {
    early_payout: false,
    priority_support: true,
    exclusive_campaigns: false,
    higher_commissions: true,
  },
  conversions: 31,
  revenueMinor: 412_500,
  currency: 'USD',
  periodDays: 30,
  changedAt: samples.at,
};

export const announcement = (kind: 'maintenance' | 'update') => ({
  announcementId: '01975b3c-7c00-7000-8000-000000009001',
  kind,
  title: 'Planned work',
  message: 'Short interruptions are possible.',
  announcedAt: samples.at,
});

export const suspicion = {
  affiliateId: samples.affiliateId,
  brandId: samples.brandId,
  campaignId: samples.campaignId,
  conversions: 12,
  averageFraudScore: 0.71,
};

export const report = {
  reportId: samples.linkId,
  affiliateId: samples.affiliateId,
  kind: 'campaign',
  format: 'pdf',
  rows: 42,
  downloadUrl: 'https://api.example.com/api/affiliate-reports/exports/file',
  expiresAt: samples.at,
};

export const product = {
  productId: samples.linkId,
  brandId: samples.brandId,
  sku: 'SKU-1',
  name: 'Kettle',
  priceMinor: 12_000,
  currency: 'USD',
  category: 'kitchen',
  url: null,
  createdAt: samples.at,
  updatedAt: samples.at,
};

const passed = {
  campaignId: samples.campaignId,
  brandId: samples.brandId,
  passedAt: samples.at,
};
export const milestones = {
  clicks: {
    ...passed,
    linkId: samples.linkId,
    affiliateId: samples.affiliateId,
    trackingCode: 'k7mq4xzt',
    threshold: 1_000,
    clicks: 1_003,
  },
  conversions: { ...passed, threshold: 1_000, conversions: 1_001 },
  revenue: { ...passed, thresholdMinor: 1_000_000, revenueMinor: 1_004_250, currency: 'USD' },
};

export const usage = (used: number) => ({
  userId: samples.affiliateId,
  role: 'affiliate',
  plan: 'pro',
  period: '2026-05',
  used,
  limit: 20_000_000,
  occurredAt: samples.at,
});
