import { countReused } from './order-fact.ts';

describe('countReused', () => {
  const SHARED = '88.64.10.20';
  const orders = [
    { customer: 'a', ip: SHARED, visitorId: '1' },
    { customer: 'b', ip: SHARED, visitorId: '2' },
    { customer: 'c', ip: '88.64.10.21', visitorId: '3' },
    { customer: 'c', ip: '88.64.10.21', visitorId: '3' },
    { customer: null, ip: SHARED, visitorId: '2' },
  ];

  it('counts orders that share a device or public address with another customer’s', () => {
    expect(countReused(orders)).toEqual({ orders: 5, reused: 2 });
    expect(countReused(orders.toReversed())).toEqual({ orders: 5, reused: 2 });
  });

  it('ignores private addresses', () => {
    const local = orders.map((order) => ({ ...order, ip: '10.0.0.1' }));
    expect(countReused(local)).toEqual({ orders: 5, reused: 0 });
  });
});
