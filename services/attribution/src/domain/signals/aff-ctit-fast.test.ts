import { evidenceAfter, trafficOf } from '../../testing/evidence.ts';
import { type TrafficCounts } from '../affiliate-traffic.ts';
import { affCtitFast } from './aff-ctit-fast.ts';

const valueOf = (affiliate: Partial<TrafficCounts>, seconds = 30) =>
  affCtitFast.evaluate(
    evidenceAfter(seconds, { traffic: trafficOf(affiliate) }),
    affCtitFast.defaults.thresholds,
  ).value;

describe('aff_ctit_fast', () => {
  it('is 0 for an affiliate with as few quick orders as others', () => {
    expect(valueOf({})).toBe(0);
  });

  it('is 1 for a click injector, whose orders are all quick', () => {
    expect(valueOf({ quickOrders: 45 })).toBe(1);
    expect(valueOf({ clicks: 60, orders: 8, quickOrders: 8 })).toBeGreaterThan(0.5);
  });

  it('is 0 for a coupon site with many quick orders, most of whose orders are not quick', () => {
    expect(valueOf({ clicks: 5_000, orders: 800, quickOrders: 120 })).toBe(0);
  });

  it('is not available for fewer than five orders', () => {
    expect(valueOf({ orders: 4, quickOrders: 4 })).toBeNull();
  });

  it('is 0 for an order that took longer, so that no affiliate’s orders are all flagged', () => {
    expect(valueOf({ quickOrders: 40 }, 600)).toBe(0);
  });
});
