/** The ids and the time of the samples of all events: one order, from its click to its payout. */
export const sampleIds = {
  brandId: '01975b3c-7c00-7000-8000-00000000b001',
  affiliateId: '01975b3c-7c00-7000-8000-00000000a001',
  adminId: '01975b3c-7c00-7000-8000-00000000f001',
  campaignId: '01975b3c-7c00-7000-8000-00000000c001',
  conversionId: '01975b3c-7c00-7000-8000-00000000d001',
  commissionId: '01975b3c-7c00-7000-8000-00000000e001',
  linkId: '01975b3c-7c00-7000-8000-000000001001',
  clickId: '01975b3c-7c00-7000-8000-000000002001',
  couponId: '01975b3c-7c00-7000-8000-000000004001',
  payoutId: '01975b3c-7c00-7000-8000-000000003001',
} as const;

export const SAMPLE_TIME = '2026-05-01T12:00:00.000Z';
