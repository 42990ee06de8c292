import { type Schemas } from '@tributary/sdk';
import { explain } from './explain-commission.ts';

type Trace = Schemas['TraceCommissionResponse'];

const trace = {
  commission: { id: 'co-1', amount: 80, currency: 'USD', status: 'paid' },
  conversion: {
    order_id: '1001',
    source: 'direct',
    order_value: 800,
    currency: 'USD',
    click_id: 'cl-1',
    clicked_at: '2026-05-01T09:00:00.000Z',
    converted_at: '2026-05-01T10:00:00.000Z',
    tracked_at: '2026-05-01T10:00:01.000Z',
  },
  attribution: {
    model: 'linear',
    model_version: 'linear.1',
    path: [
      {
        click_id: null,
        clicked_at: '2026-05-01T08:00:00.000Z',
        weight: 5e11,
        is_own: false,
        coupon_code: null,
      },
      {
        click_id: 'cl-1',
        clicked_at: '2026-05-01T09:00:00.000Z',
        weight: 5e11,
        is_own: true,
        coupon_code: null,
      },
    ],
  },
  fraud: { score: 0.4, requires_review: true },
  approval: { approved_at: '2026-05-01T11:00:00.000Z', approved_by: 'b-1', notes: 'good' },
  rule: { type: 'percentage', base_rate: '20', currency: 'USD' },
  tier: { name: 'Gold', bonus_percent: '5' },
  exchange_rates: [{ currency: 'EUR', rate: '1.1', effective_from: '2026-05-01' }],
  calculation: {
    earned_on: 800,
    earned: 80,
    parts: [{ is_this_commission: true, rate: '20', weight: 5e11, amount: 80 }],
  },
  hold: { days: 14, until: '2026-05-15T00:00:00.000Z', ended_at: null },
  adjustments: [{ type: 'partial_refund', refunded_in_all: 10 }],
  attribution_changes: [{ id: 'x', state: 'applied', before: 70, after: 80 }],
  cancellation: null,
  payouts: [{ payout_id: 'p-1', amount: 80, state: 'settled', provider_transaction_id: 'tr_1' }],
  owed: 0,
  paid: 80,
  ledger: [
    {
      at: '2026-05-01T11:00:00.000Z',
      kind: 'commission_earned',
      entries: [{ account: 'affiliate:a:available', amount: 80 }],
    },
  ],
} as unknown as Trace;

it('a commission is explained from the click to the provider', () => {
  expect(explain(trace)).toBe(`Commission co-1: 80.00 USD, paid

Clicks
  model linear (linear.1)
  2026-05-01T08:00:00.000Z  of another affiliate  50.00 %
  2026-05-01T09:00:00.000Z  cl-1  50.00 %  this affiliate

Order
  1001: 800.00 USD, by direct
  placed 2026-05-01T10:00:00.000Z, reported 2026-05-01T10:00:01.000Z

Review
  fraud score 0.4, a person had to decide
  approved 2026-05-01T11:00:00.000Z by b-1: good

Amount
  20 % of 800.00 USD
  tier Gold: 5 % on top
  rate of EUR: 1.1, since 2026-05-01
  this affiliate: 20 of 50.00 % of the credit = 80.00 USD
  earned 80.00 USD

Changes
  held 14 days, until 2026-05-15T00:00:00.000Z
  partial_refund: 10.00 USD refunded in all
  attribution changed (x, applied): 70.00 USD → 80.00 USD

Payouts
  p-1: 80.00 USD, settled, at the provider tr_1
  owed 0.00 USD, paid 80.00 USD

Ledger
  2026-05-01T11:00:00.000Z  commission_earned
      affiliate:a:available  80`);
});

it('an order without clicks, and a commission that nothing changed, leave these parts out', () => {
  const text = explain({
    ...trace,
    attribution: null,
    conversion: { ...trace.conversion, click_id: null },
    hold: null,
    adjustments: [],
    attribution_changes: [],
  });
  expect(text).not.toMatch(/^(Clicks|Changes)$/m);
});
