import { type CommissionSnapshot } from '@tributary/contracts';
import { newId } from '@tributary/service';

const NOW = '2026-05-01T12:00:00.000Z';

/** An approved commission of 10 USD. */
export const aCommission = (given: Partial<CommissionSnapshot>): CommissionSnapshot => ({
  commissionId: newId(),
  conversionId: newId(),
  campaignId: newId(),
  campaignName: 'Campaign',
  brandId: newId(),
  affiliateId: newId(),
  orderId: 'order',
  clickId: null,
  linkId: null,
  status: 'approved',
  amountMinor: 1_000,
  paidMinor: 0,
  currency: 'USD',
  terms: { type: 'percentage', value: '10', currency: 'USD', holdDays: 0 },
  saleMinor: 10_000,
  saleCurrency: 'USD',
  convertedAt: NOW,
  createdAt: NOW,
  approvedAt: null,
  paidAt: null,
  payoutId: null,
  ...given,
});
