import { aConversion } from '@tributary/testing';
import fc from 'fast-check';
import { affiliateSignals, type TrafficCounts } from './affiliate-signals.ts';
import { checkoutInjection, noNavigation } from './click-signals.ts';
import { defaultWeights } from './fraud-weights.ts';
import { type Touch } from './touch.ts';

const MINUTE_MS = 60_000;
const counts = (given: Partial<TrafficCounts> = {}): TrafficCounts => ({
  clicks: 1_000,
  described: 900,
  navigations: 880,
  orders: 50,
  lateOrders: 5,
  quickOrders: 1,
  listed: 10,
  ...given,
});
const plus = (one: TrafficCounts, other: TrafficCounts): TrafficCounts => ({
  clicks: one.clicks + other.clicks,
  described: one.described + other.described,
  navigations: one.navigations + other.navigations,
  orders: one.orders + other.orders,
  lateOrders: one.lateOrders + other.lateOrders,
  quickOrders: one.quickOrders + other.quickOrders,
  listed: one.listed + other.listed,
});
const none = { orders: 0, reused: 0 };
const valuesOf = (affiliate: TrafficCounts, refunds = { orders: 0, refunded: 0 }, reuse = none) => {
  const traffic = {
    affiliate,
    campaign: plus(
      affiliate,
      counts({ clicks: 20_000, orders: 1_000, lateOrders: 100, quickOrders: 20, listed: 400 }),
    ),
  };
  return Object.fromEntries(
    affiliateSignals({ traffic, refunds, reuse }).map(({ factor, value }) => [factor, value]),
  );
};

describe('an affiliate’s traffic', () => {
  it('says nothing where it is like everybody’s', () => {
    expect(valuesOf(counts(), { orders: 50, refunded: 1 }, { orders: 50, reused: 1 })).toEqual({
      aff_cr_low: 0,
      aff_ctit_fast: 0,
      aff_ctit_flat: 0,
      aff_multi_id: 0,
      aff_quality: 0,
      aff_refund: 0,
    });
  });

  it('tells floods of clicks that lead to nothing, and orders long after them', () => {
    const flood = counts({ clicks: 50_000, described: 0, orders: 60, lateOrders: 45 });
    expect(valuesOf(flood)).toMatchObject({ aff_cr_low: 1, aff_ctit_flat: 1, aff_quality: 0 });
  });

  it('tells clicks that open no page or come from data centres, and orders that are quick, reused or taken back', () => {
    const stuffed = counts({ described: 1_000, navigations: 100 });
    const quick = counts({ quickOrders: 30, listed: 600 });
    expect(valuesOf(quick, { orders: 0, refunded: 0 }, { orders: 40, reused: 20 })).toMatchObject({
      aff_ctit_fast: 1,
      aff_multi_id: 1,
      aff_quality: 1,
    });
    expect(valuesOf(stuffed, { orders: 90, refunded: 30 })).toMatchObject({
      aff_quality: 1,
      aff_refund: 1,
    });
  });

  it('is not available where it is not counted or too little', () => {
    for (const signal of affiliateSignals({
      traffic: null,
      refunds: { orders: 0, refunded: 0 },
      reuse: none,
    })) {
      expect(signal.value).toBeNull();
      expect(signal.evidence).toMatch(/^Not available: /);
    }
    const few = counts({ clicks: 3, described: 3, navigations: 0, orders: 1, lateOrders: 1 });
    expect(valuesOf(few)).toMatchObject({ aff_ctit_flat: null, aff_quality: null });
  });

  it('lies between 0 and 1 whatever was counted', () => {
    const any = fc.record({
      clicks: fc.nat(1_000_000),
      described: fc.nat(1_000_000),
      navigations: fc.nat(1_000_000),
      orders: fc.nat(10_000),
      lateOrders: fc.nat(10_000),
      quickOrders: fc.nat(10_000),
      listed: fc.nat(1_000_000),
    });
    const refunds = fc.record({ orders: fc.nat(1_000), refunded: fc.nat(1_000) });
    fc.assert(
      fc.property(any, any, refunds, (affiliate, campaign, history) => {
        for (const { value } of affiliateSignals({
          traffic: { affiliate, campaign },
          refunds: history,
          reuse: { orders: history.orders, reused: history.refunded },
        })) {
          expect(value === null || (value >= 0 && value <= 1)).toBe(true);
        }
      }),
    );
  });
});

const noEvidence = {
  visitorId: null,
  clickCountry: null,
  buyerIp: null,
  buyerUserAgent: null,
  buyerCountry: null,
  mailboxHash: null,
  isDisposableEmail: null,
  cartOpenedAt: null,
};

describe('a click right before an order', () => {
  const clickedAt = '2026-05-01T12:00:00.000Z';
  const order = (seconds: number, cartOpenedAt: string | null = null) =>
    aConversion({
      evidence: { ...noEvidence, cartOpenedAt },
      affiliateId: 'coupon',
      clickedAt,
      convertedAt: new Date(Date.parse(clickedAt) + seconds * 1_000).toISOString(),
    });
  const touch = (affiliateId: string, minutesBefore: number): Touch => ({
    affiliateId,
    clickId: 'earlier',
    linkId: null,
    occurredAt: new Date(Date.parse(clickedAt) - minutesBefore * MINUTE_MS),
  });
  const valueOf = (seconds: number, ...touches: Touch[]) =>
    checkoutInjection(order(seconds), { touches, convertedAt: new Date(clickedAt) }, defaultWeights)
      .value;

  it('is a sign where another affiliate had led the visitor for minutes', () => {
    expect(valueOf(20, touch('blog', 30))).toBe(1);
    expect(valueOf(60, touch('blog', 30))).toBe(0);
  });

  it('is a sign where the cart had been opened before it', () => {
    const journey = { touches: [], convertedAt: new Date(clickedAt) };
    const valueAt = (opened: string) =>
      checkoutInjection(order(20, opened), journey, defaultWeights).value;
    expect(valueAt('2026-05-01T11:50:00.000Z')).toBe(1);
    expect(valueAt('2026-05-01T12:00:05.000Z')).toBe(0);
  });

  it('is none for somebody who looks around, or comes a day later, or by the same affiliate', () => {
    expect(valueOf(20, touch('blog', 1))).toBe(0);
    expect(valueOf(20, touch('blog', 1_500))).toBe(0);
    expect(valueOf(20, touch('coupon', 30))).toBe(0);
    expect(valueOf(20)).toBe(0);
  });

  it('counts for something where it opened no page, and for nothing where nobody knows', () => {
    expect([true, false, null].map((one) => noNavigation(one).value)).toEqual([0, 1, null]);
  });
});
