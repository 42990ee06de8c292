import { DAY_MS } from '@tributary/units';
import { countReused } from './order-fact.ts';

describe('countReused', () => {
  const SHARED = '88.64.10.20';
  const convertedAt = new Date('2026-05-01T12:00:00.000Z');
  const orders = [
    { customer: 'a', ip: SHARED, visitorId: '1' },
    { customer: 'b', ip: SHARED, visitorId: '2' },
    { customer: 'c', ip: '88.64.10.21', visitorId: '3' },
    { customer: 'c', ip: '88.64.10.21', visitorId: '3' },
    { customer: null, ip: SHARED, visitorId: '2' },
  ].map((order) => ({ ...order, convertedAt }));

  it('counts orders that share a device or public address with another customer’s', () => {
    expect(countReused(orders)).toEqual({ orders: 5, reused: 2, days: 1 });
    expect(countReused(orders.toReversed())).toEqual({ orders: 5, reused: 2, days: 1 });
  });

  it('counts the days with an order', () => {
    const dated = orders.map((order, index) => ({
      ...order,
      convertedAt: new Date(convertedAt.getTime() + Math.floor(index / 2) * DAY_MS),
    }));
    expect(countReused(dated)).toMatchObject({ days: 3 });
  });

  it('ignores private addresses', () => {
    const local = orders.map((order) => ({ ...order, ip: '10.0.0.1' }));
    expect(countReused(local)).toEqual({ orders: 5, reused: 0, days: 1 });
  });
});
