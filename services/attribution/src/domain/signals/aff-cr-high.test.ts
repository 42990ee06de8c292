import { anEvidence, trafficOf } from '../../testing/evidence.ts';
import { type TrafficCounts } from '../affiliate-traffic.ts';
import { affCrHigh } from './aff-cr-high.ts';

const valueOf = (affiliate: Partial<TrafficCounts>) =>
  affCrHigh.evaluate(anEvidence({ traffic: trafficOf(affiliate) }), affCrHigh.defaults.thresholds)
    .value;

describe('aff_cr_high', () => {
  it('is 1 for an account nearly all of whose clicks order', () => {
    expect(valueOf({ clicks: 26, orders: 26 })).toBe(1);
  });

  it('is 0 for usual traffic, and for a coupon site', () => {
    expect(valueOf({})).toBe(0);
    expect(valueOf({ clicks: 200, orders: 60 })).toBe(0);
  });

  it('is not available for a handful of orders', () => {
    expect(valueOf({ clicks: 4, orders: 4 })).toBeNull();
  });
});
