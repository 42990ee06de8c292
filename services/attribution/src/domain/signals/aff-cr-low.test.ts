import { evidenceAfter, trafficOf } from '../../testing/evidence.ts';
import { type TrafficCounts } from '../affiliate-traffic.ts';
import { affCrLow } from './aff-cr-low.ts';

const valueOf = (
  affiliate: Partial<TrafficCounts>,
  others: Partial<TrafficCounts> = {},
  seconds = 7200,
) =>
  affCrLow.evaluate(
    evidenceAfter(seconds, { traffic: trafficOf(affiliate, others) }),
    affCrLow.defaults.thresholds,
  ).value;

describe('aff_cr_low', () => {
  it('is 0 for an affiliate whose clicks convert as often as the others’', () => {
    expect(valueOf({})).toBe(0);
  });

  it('is 1 for a flood of clicks with hardly any orders', () => {
    expect(valueOf({ clicks: 50_000, described: 0, navigations: 0, orders: 60 })).toBe(1);
  });

  it('is not available without clicks, or without others’ traffic to compare with', () => {
    expect(valueOf({ clicks: 0 })).toBeNull();
    expect(valueOf({}, { clicks: 99 })).toBeNull();
    expect(valueOf({}, { orders: 0 })).toBeNull();
  });

  it('is 0 for an order that came soon after its click, whatever clicks a rival makes', () => {
    expect(valueOf({ clicks: 50_000, described: 0, navigations: 0, orders: 60 }, {}, 60)).toBe(0);
  });

  it('leaves out hidden images and mail scanners, which no person clicked', () => {
    const hidden = { clicks: 50_000, described: 49_900, navigations: 900, orders: 60 };
    expect(valueOf(hidden)).toBe(0);
    expect(valueOf({ clicks: 50_000, listed: 49_000, orders: 60 })).toBe(0);
  });
});
