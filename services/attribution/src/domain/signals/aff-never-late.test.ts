import { anEvidence, hindsight, orderOfCustomer, trafficOf } from '../../testing/evidence.ts';
import { type Evidence } from '../evidence.ts';
import { affNeverLate } from './aff-never-late.ts';

const shared = {
  order: orderOfCustomer('ann'),
  ordersFromAddress: [orderOfCustomer('bob', { visitorId: 'other' })],
};

const valueOf = (orders: number, lateOrders: number, given: Partial<Evidence> = {}) =>
  affNeverLate.evaluate(
    anEvidence({
      ...shared,
      reuse: { orders, reused: 0, days: 10 },
      traffic: trafficOf({ orders, lateOrders }, { orders: 1_000, lateOrders: 170 }),
      hindsight: hindsight(),
      ...given,
    }),
    affNeverLate.defaults.thresholds,
  ).value;

describe('aff_never_late', () => {
  it('is 1 where many order and nobody comes back the next day', () => {
    expect(valueOf(40, 0)).toBe(1);
  });

  it('is 0 where some do, however many order', () => {
    expect(valueOf(40, 2)).toBe(0);
    expect(valueOf(400, 20)).toBe(0);
  });

  it('is low for few orders, which prove little', () => {
    expect(valueOf(10, 0)).toBeLessThan(0.1);
  });

  it('is 0 for an order that shares nothing, so that no affiliate’s orders are all flagged', () => {
    expect(valueOf(40, 0, { ordersFromAddress: [] })).toBe(0);
    expect(
      valueOf(40, 0, { ordersFromAddress: [], hindsight: hindsight({ isListed: true }) }),
    ).toBe(1);
  });

  it('is not available at first, nor for what is sold within few days', () => {
    expect(valueOf(40, 0, { hindsight: null })).toBeNull();
    expect(valueOf(40, 0, { reuse: { orders: 40, reused: 0, days: 4 } })).toBeNull();
  });
});
