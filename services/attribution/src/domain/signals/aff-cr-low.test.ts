import { anEvidence, trafficOf } from '../../testing/evidence.ts';
import { type TrafficCounts } from '../affiliate-traffic.ts';
import { affCrLow } from './aff-cr-low.ts';

const valueOf = (affiliate: Partial<TrafficCounts>, others: Partial<TrafficCounts> = {}) =>
  affCrLow.evaluate(
    anEvidence({ traffic: trafficOf(affiliate, others) }),
    affCrLow.defaults.thresholds,
  ).value;

describe('aff_cr_low', () => {
  it('is 0 for an affiliate whose clicks convert as often as the others’', () => {
    expect(valueOf({})).toBe(0);
  });

  it('is 1 for a flood of clicks with hardly any orders', () => {
    expect(valueOf({ clicks: 50_000, orders: 60 })).toBe(1);
  });

  it('is not available without clicks, or without others’ traffic to compare with', () => {
    expect(valueOf({ clicks: 0 })).toBeNull();
    expect(valueOf({}, { clicks: 99 })).toBeNull();
    expect(valueOf({}, { orders: 0 })).toBeNull();
  });
});
