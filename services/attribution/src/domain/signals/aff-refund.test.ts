import { anEvidence } from '../../testing/evidence.ts';
import { affRefund } from './aff-refund.ts';

const valueOf = (refunded: number, orders: number) =>
  affRefund.evaluate(anEvidence({ refunds: { orders, refunded } }), affRefund.defaults.thresholds)
    .value;

describe('aff_refund', () => {
  it('is 0 for a usual share of refunds and 1 for two fifths', () => {
    expect(valueOf(1, 50)).toBe(0);
    expect(valueOf(36, 90)).toBe(1);
  });

  it('is not available without earlier orders', () => {
    expect(valueOf(0, 0)).toBeNull();
  });
});
