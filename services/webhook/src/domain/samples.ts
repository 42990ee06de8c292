import {
  type ApplicationSnapshot,
  type CampaignSnapshot,
  type ClickRow,
  type CommissionSnapshot,
  type ConversionSnapshot,
  type LinkSnapshot,
  type PayoutBatchSnapshot,
  type PayoutSnapshot,
  type UserSnapshot,
} from '@tributary/contracts';

/** Example records, from which the catalogue's sample payloads are made as real ones are. */
const at = '2026-05-01T12:00:00.000Z';
const brandId = '01975b3c-7c00-7000-8000-00000000b001';
const affiliateId = '01975b3c-7c00-7000-8000-00000000a001';
const campaignId = '01975b3c-7c00-7000-8000-00000000c001';
const conversionId = '01975b3c-7c00-7000-8000-00000000d001';
const commissionId = '01975b3c-7c00-7000-8000-00000000e001';
const linkId = '01975b3c-7c00-7000-8000-000000001001';
const clickId = '01975b3c-7c00-7000-8000-000000002001';
const payoutId = '01975b3c-7c00-7000-8000-000000003001';
const terms = { type: 'percentage', value: '10', currency: 'USD', holdDays: 0 } as const;

const user = (role: 'affiliate' | 'brand', status: UserSnapshot['status']): UserSnapshot => ({
  userId: role === 'brand' ? brandId : affiliateId,
  role,
  plan: 'pro',
  status,
  email: '',
  name: role === 'brand' ? 'Northwind' : 'Ada Berg',
  company: role === 'brand' ? 'Northwind Ltd' : null,
  country: 'DE',
  phone: null,
  marketingChannels: [],
  registeredAt: at,
});

const campaign: CampaignSnapshot = {
  campaignId,
  brandId,
  brandName: 'Northwind',
  name: 'Spring sale',
  type: 'sale',
  status: 'active',
  landingPageUrl: 'https://shop.example.com/spring',
  commission: terms,
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
  updatedAt: at,
};

const application = (status: ApplicationSnapshot['status']): ApplicationSnapshot => ({
  applicationId: '01975b3c-7c00-7000-8000-000000004001',
  campaignId,
  campaignName: campaign.name,
  brandId,
  affiliateId,
  status,
  notes: null,
});

const link = (active: boolean): LinkSnapshot => ({
  linkId,
  trackingCode: 'spring24',
  campaignId,
  brandId,
  affiliateId,
  destinationUrl: campaign.landingPageUrl,
  subIds: {},
  active,
  createdAt: at,
});

const click: ClickRow = {
  clickId,
  occurredAt: at,
  linkId,
  trackingCode: 'spring24',
  campaignId,
  brandId,
  affiliateId,
  visitorId: '',
  ip: '',
  userAgent: '',
  referrer: null,
  utm: { source: null, medium: null, campaign: null, term: null, content: null },
  subIds: {},
  device: 'mobile',
  browser: 'Safari',
  os: 'iOS',
  country: 'DE',
  region: null,
  city: null,
  isBot: false,
  isUnique: true,
  validity: 'valid',
  fetchMetadata: {},
};

const conversion = (status: ConversionSnapshot['status']): ConversionSnapshot => ({
  conversionId,
  brandId,
  campaignId,
  affiliateId,
  clickId,
  linkId,
  orderId: 'A-1001',
  transactionId: 'T-1001',
  source: 'direct',
  type: 'sale',
  status,
  valueMinor: 12_000,
  refundedMinor: 0,
  currency: 'USD',
  terms,
  namedCommissionMinor: null,
  products: [{ sku: 'SKU-1', name: 'Kettle', quantity: 1, priceMinor: 12_000, category: null }],
  customerId: null,
  customerEmailHash: null,
  isNewCustomer: null,
  ip: null,
  userAgent: null,
  clickedAt: at,
  convertedAt: at,
  createdAt: at,
});

const reviewed = (status: 'approved' | 'rejected') => ({
  ...conversion(status),
  shares: [{ affiliateId, clickId, linkId, weight: 1_000_000_000_000, valueMinor: 12_000 }],
  fraudScore: 0.1,
  requiresReview: false,
  reviewedBy: brandId,
  reviewedAt: at,
  notes: null,
});

const commission = (status: CommissionSnapshot['status']): CommissionSnapshot => ({
  commissionId,
  conversionId,
  campaignId,
  campaignName: campaign.name,
  brandId,
  affiliateId,
  orderId: 'A-1001',
  clickId,
  linkId,
  status,
  amountMinor: 1_200,
  paidMinor: status === 'paid' ? 1_200 : 0,
  currency: 'USD',
  terms,
  saleMinor: 12_000,
  saleCurrency: 'USD',
  convertedAt: at,
  createdAt: at,
  approvedAt: status === 'pending' ? null : at,
  paidAt: status === 'paid' ? at : null,
  payoutId: status === 'paid' ? payoutId : null,
});

const payout = (status: PayoutSnapshot['status']): PayoutSnapshot => ({
  payoutId,
  affiliateId,
  accountId: '01975b3c-7c00-7000-8000-000000005001',
  provider: 'cardproc_connect',
  status,
  amountMinor: 10_000,
  feeMinor: 50,
  netMinor: 9_950,
  currency: 'USD',
  commissionCount: 8,
  referenceNumber: 'PO-20260501-A1B2C3',
  transactionId: 'tr_1001',
  failureReason: status === 'failed' ? 'account_declined' : null,
  requestedAt: at,
  completedAt: status === 'completed' ? at : null,
});

const payoutBatch = (status: PayoutBatchSnapshot['status']): PayoutBatchSnapshot => ({
  batchId: '01975b3c-7c00-7000-8000-000000006001',
  provider: 'walletco_payouts',
  frequency: 'monthly',
  status,
  periodStart: '2026-04-01',
  periodEnd: '2026-04-30',
  payoutCount: 12,
  amountMinor: 120_000,
  completedCount: status === 'completed' ? 12 : 0,
  failedCount: status === 'failed' ? 12 : 0,
  heldCount: 0,
  currency: 'USD',
  createdAt: at,
});

export const samples = {
  at,
  affiliateId,
  brandId,
  campaignId,
  conversionId,
  linkId,
  user,
  campaign,
  application,
  link,
  click,
  conversion,
  reviewed,
  commission,
  payout,
  payoutBatch,
};
