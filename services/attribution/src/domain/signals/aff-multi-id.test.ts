import { anEvidence, orderOfCustomer } from '../../testing/evidence.ts';
import { type Evidence } from '../evidence.ts';
import { evaluateSignals, scoreOf } from '../fraud-score.ts';
import { REVIEW_THRESHOLD } from '../scoring-settings.ts';
import { affMultiId } from './aff-multi-id.ts';

const order = orderOfCustomer('ann');
const shared = { order, ordersFromAddress: [orderOfCustomer('bob', { visitorId: 'other' })] };

const valueOf = (reused: number, orders: number, given: Partial<Evidence> = shared) =>
  affMultiId.evaluate(
    anEvidence({ ...given, reuse: { orders, reused, days: 10 } }),
    affMultiId.defaults.thresholds,
  ).value;

describe('aff_multi_id', () => {
  it('is not available without earlier orders', () => {
    expect(valueOf(0, 0)).toBeNull();
  });

  it('is 0 for a household among the first customers, and low for an office among many', () => {
    expect(valueOf(1, 50)).toBe(0);
    expect(valueOf(2, 2)).toBe(0);
    expect(valueOf(3, 12)).toBeLessThan(0.1);
    expect(valueOf(5, 60)).toBe(0);
  });

  it('is 1 for a ring', () => {
    expect(valueOf(6, 6)).toBe(1);
    expect(valueOf(16, 26)).toBe(1);
  });

  it('is 0 for an order that shares nothing, so that no affiliate’s orders are all flagged', () => {
    expect(valueOf(9, 10, { order })).toBe(0);
    const own = [orderOfCustomer('ann')];
    expect(valueOf(9, 10, { order, ordersFromAddress: own, ordersOnDevice: own })).toBe(0);
  });

  it('does not flag an order alone, because a campus shares addresses as a ring does', () => {
    const ring = anEvidence({ ...shared, reuse: { orders: 10, reused: 9, days: 10 } });
    const { fraudScore, factors } = scoreOf(evaluateSignals(ring));
    expect(fraudScore).toBeLessThanOrEqual(REVIEW_THRESHOLD);
    expect(factors[0]).toMatchObject({
      factor: 'aff_multi_id',
      evidence: expect.stringMatching(/^9 of the affiliate’s 10 orders of the last 30 days share/),
    });
  });
});
