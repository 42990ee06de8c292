import { evidenceAfter, trafficOf } from '../../testing/evidence.ts';
import { type TrafficCounts } from '../affiliate-traffic.ts';
import { affCtitFlat } from './aff-ctit-flat.ts';

const valueOf = (
  affiliate: Partial<TrafficCounts>,
  others: Partial<TrafficCounts> = {},
  seconds = 7200,
) =>
  affCtitFlat.evaluate(
    evidenceAfter(seconds, { traffic: trafficOf(affiliate, others) }),
    affCtitFlat.defaults.thresholds,
  ).value;
const slow = (orders: number, slowOrders: number) => valueOf({ orders, slowOrders, lateOrders: 0 });

describe('aff_ctit_flat', () => {
  it('is 0 for an affiliate whose orders come as soon as others’', () => {
    expect(valueOf({})).toBe(0);
  });

  it('is 1 for a flood of clicks, whose orders come days later', () => {
    expect(valueOf({ clicks: 50_000, orders: 60, lateOrders: 45 })).toBe(1);
  });

  it('finds orders that no click led to after a handful of them, because few come within the hour', () => {
    expect(slow(12, 12)).toBe(1);
    expect(slow(5, 5)).toBeGreaterThan(0.3);
    expect(slow(1, 1)).toBe(0);
  });

  it('is 0 for a review site, many of whose readers take their time', () => {
    expect(slow(1_000, 300)).toBe(0);
    expect(slow(50, 20)).toBe(0);
  });

  it('stays low for a product that all customers consider for days', () => {
    const others = { slowOrders: 620, lateOrders: 100 };
    expect(valueOf({ orders: 200, slowOrders: 150, lateOrders: 5 }, others)).toBeLessThan(0.5);
  });

  it('is not available without orders', () => {
    expect(valueOf({ orders: 0 })).toBeNull();
  });

  it('is 0 for an order that came soon after its click', () => {
    expect(valueOf({ orders: 60, lateOrders: 45 }, {}, 60)).toBe(0);
  });
});
