import { type OrderCoupon } from '@tributary/contracts';
import { aConversion } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { countReused, orderFactOf } from './order-fact.ts';

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

describe('the code and the click of an order', () => {
  const [code, click] = [
    '0199aaaa-0000-7000-8000-00000000000a',
    '0199aaaa-0000-7000-8000-00000000000b',
  ];
  const coupon: OrderCoupon = {
    ...{ codes: ['X'], code: 'X', couponId: 'coupon', affiliateId: code, status: 'valid' },
    ...{ startsAt: null, rule: 'code', decision: 'rule', codePercent: 100, click: null },
  };
  const pair = { couponId: 'coupon', codeAffiliateId: code, clickAffiliateId: click };
  const pairOf = (affiliateId: string, given: Partial<OrderCoupon>) =>
    orderFactOf(aConversion({ affiliateId, coupon: { ...coupon, ...given } })).codeAndClick;
  const lost = {
    clickId: 'c',
    linkId: 'l',
    affiliateId: click,
    clickedAt: '2026-05-01T00:00:00.000Z',
  };

  it('are known where they are of two affiliates, whichever of them earns', () => {
    expect(pairOf(click, {})).toEqual(pair);
    expect(pairOf(code, { click: lost })).toEqual(pair);
  });

  it('are none where both are one affiliate’s, the code alone counts, or it is not valid', () => {
    expect(pairOf(code, {})).toBeUndefined();
    expect(pairOf(code, { click: { ...lost, affiliateId: code } })).toBeUndefined();
    expect(pairOf(click, { status: 'expired' })).toBeUndefined();
    expect(orderFactOf(aConversion({ affiliateId: click })).codeAndClick).toBeUndefined();
  });
});
