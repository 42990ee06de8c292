import { type CommissionSnapshot } from '@tributary/contracts';
import { aConversion } from '@tributary/testing';

/** An approved commission of 10.00 USD. */
export const aCommission = (given: Partial<CommissionSnapshot>): CommissionSnapshot => {
  const { conversionId, campaignId, brandId, orderId, terms } = aConversion();
  return {
    commissionId: crypto.randomUUID(),
    conversionId,
    campaignId,
    campaignName: 'Campaign',
    brandId,
    affiliateId: crypto.randomUUID(),
    orderId,
    clickId: null,
    linkId: null,
    status: 'approved',
    amountMinor: 1_000,
    paidMinor: 0,
    currency: 'USD',
    terms,
    saleMinor: 10_000,
    saleCurrency: 'USD',
    convertedAt: '2026-05-01T12:00:00.000Z',
    createdAt: '2026-05-01T12:00:00.000Z',
    approvedAt: null,
    paidAt: null,
    payoutId: null,
    ...given,
  };
};
