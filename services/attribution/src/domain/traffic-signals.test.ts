import { aConversion } from '@tributary/testing';
import { MINUTE_MS } from '@tributary/units';
import fc from 'fast-check';
import { affiliateSignals } from './affiliate-signals.ts';
import { checkoutInjection, noNavigation } from './click-signals.ts';
import { scoreOf, weighted } from './fraud-score.ts';
import { defaultWeights, REVIEW_THRESHOLD } from './fraud-weights.ts';
import { type Touch } from './touch.ts';
import { surelyAtLeast, type TrafficCounts } from './traffic-counts.ts';

const counts = (given: Partial<TrafficCounts> = {}): TrafficCounts => ({
  clicks: 1_000,
  described: 900,
  navigations: 880,
  orders: 50,
  slowOrders: 10,
  lateOrders: 5,
  quickOrders: 1,
  listed: 10,
  visitors: 800,
  addresses: 700,
  ...given,
});
const plus = (one: TrafficCounts, other: TrafficCounts): TrafficCounts => ({
  clicks: one.clicks + other.clicks,
  described: one.described + other.described,
  navigations: one.navigations + other.navigations,
  orders: one.orders + other.orders,
  slowOrders: one.slowOrders + other.slowOrders,
  lateOrders: one.lateOrders + other.lateOrders,
  quickOrders: one.quickOrders + other.quickOrders,
  listed: one.listed + other.listed,
  visitors: one.visitors + other.visitors,
  addresses: one.addresses + other.addresses,
});
const none = { orders: 0, reused: 0 };
const valuesOf = (affiliate: TrafficCounts, refunds = { orders: 0, refunded: 0 }, reuse = none) => {
  const traffic = {
    affiliate,
    campaign: plus(
      affiliate,
      counts({
        clicks: 20_000,
        orders: 1_000,
        slowOrders: 200,
        lateOrders: 100,
        quickOrders: 20,
        listed: 400,
        visitors: 16_000,
        addresses: 12_000,
      }),
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
      aff_few_addresses: 0,
      aff_multi_id: 0,
      aff_quality: 0,
      aff_refund: 0,
    });
  });

  it('tells ever new visitors behind a handful of addresses from people who come often or share a line', () => {
    const valueOf = (given: Partial<TrafficCounts>) => valuesOf(counts(given))['aff_few_addresses'];
    expect(valueOf({ visitors: 60, addresses: 6 })).toBe(1);
    expect(valueOf({ clicks: 5_000, visitors: 60, addresses: 60 })).toBe(0);
    expect(valueOf({ visitors: 600, addresses: 300 })).toBe(0);
    expect(valueOf({ visitors: 9, addresses: 1 })).toBeNull();
  });

  it('is not held against whose visitors share lines as the campaign’s others do', () => {
    const mobile = counts({ visitors: 600, addresses: 150 });
    const others = counts({ clicks: 20_000, visitors: 16_000, addresses: 4_000 });
    const traffic = { affiliate: mobile, campaign: plus(mobile, others) };
    const refunds = { orders: 0, refunded: 0 };
    expect(affiliateSignals({ traffic, refunds, reuse: none })).toContainEqual(
      expect.objectContaining({ factor: 'aff_few_addresses', value: 0 }),
    );
  });

  it('tells floods of clicks that lead to nothing, and orders long after them', () => {
    const flood = counts({ clicks: 50_000, described: 0, orders: 60, lateOrders: 45 });
    expect(valuesOf(flood)).toMatchObject({ aff_cr_low: 1, aff_ctit_flat: 1, aff_quality: 0 });
  });

  it('tells orders that no click led to by how few come within the hour, after a handful of them', () => {
    const paceOf = (orders: number, slowOrders: number, lateOrders = 0) =>
      valuesOf(counts({ orders, slowOrders, lateOrders }))['aff_ctit_flat'];
    expect(paceOf(12, 12)).toBe(1);
    expect(paceOf(5, 5)).toBeGreaterThan(0.3);
    expect(paceOf(1, 1)).toBe(0);
    // Readers of reviews take their time, and are many.
    expect(paceOf(1_000, 300)).toBe(0);
    expect(paceOf(50, 20)).toBe(0);
  });

  it('holds no slow orders against anybody where people think about the product for days', () => {
    const affiliate = counts({ orders: 200, slowOrders: 150 });
    const others = counts({ clicks: 20_000, orders: 1_000, slowOrders: 620, lateOrders: 100 });
    const traffic = { affiliate, campaign: plus(affiliate, others) };
    const refunds = { orders: 0, refunded: 0 };
    const found = affiliateSignals({ traffic, refunds, reuse: none }).find(
      ({ factor }) => factor === 'aff_ctit_flat',
    );
    expect(found?.value).toBeLessThan(0.5);
  });

  it('tells clicks that open no page or come from data centres, and orders that are quick, reused or taken back', () => {
    const stuffed = counts({ described: 1_000, navigations: 100 });
    const quick = counts({ quickOrders: 40, listed: 600 });
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

  it('is no ring for a household among its first customers, nor for an office among many', () => {
    const ringOf = (reused: number, orders: number) =>
      valuesOf(counts(), undefined, { orders, reused })['aff_multi_id'];
    expect(ringOf(0, 0)).toBeNull();
    expect(ringOf(2, 2)).toBe(0);
    expect(ringOf(3, 12)).toBeLessThan(0.1);
    expect(ringOf(5, 60)).toBe(0);
    expect(ringOf(6, 6)).toBe(1);
    expect(ringOf(16, 26)).toBe(1);
  });

  it('flags by a ring alone, which no order of it need show', () => {
    const ring = scoreOf(
      weighted(
        affiliateSignals({
          traffic: null,
          refunds: { orders: 0, refunded: 0 },
          reuse: { orders: 10, reused: 9 },
        }),
        defaultWeights,
      ),
    );
    expect(ring.fraudScore).toBeGreaterThan(REVIEW_THRESHOLD);
    expect(ring.factors[0]).toMatchObject({
      factor: 'aff_multi_id',
      evidence: expect.stringMatching(/^9 of the affiliate’s 10 orders of the last 30 days share/),
    });
  });

  it('is not that of an injector for many quick orders, where most are not', () => {
    const couponSite = counts({ clicks: 5_000, orders: 800, quickOrders: 120 });
    expect(valuesOf(couponSite)).toMatchObject({ aff_ctit_fast: 0 });
    const injector = counts({ clicks: 60, orders: 8, quickOrders: 8 });
    expect(valuesOf(injector)).toMatchObject({ aff_ctit_fast: 1 });
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
    const few = counts({ clicks: 3, described: 3, navigations: 0, orders: 0 });
    expect(valuesOf(few)).toMatchObject({ aff_ctit_flat: null, aff_quality: null });
  });

  it('lies between 0 and 1 whatever was counted', () => {
    const any = fc.record({
      clicks: fc.nat(1_000_000),
      described: fc.nat(1_000_000),
      navigations: fc.nat(1_000_000),
      orders: fc.nat(10_000),
      slowOrders: fc.nat(10_000),
      lateOrders: fc.nat(10_000),
      quickOrders: fc.nat(10_000),
      listed: fc.nat(1_000_000),
      visitors: fc.nat(1_000_000),
      addresses: fc.nat(1_000_000),
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

describe('a share of which little was seen', () => {
  it('is taken for the least that it is for certain, as tables of Wilson’s interval have it', () => {
    expect(surelyAtLeast(0, 0)).toBe(0);
    expect(surelyAtLeast(0, 20)).toBe(0);
    // z² = 5.410; with all of n seen the lower end is n / (n + z²).
    expect(surelyAtLeast(10, 10)).toBeCloseTo(10 / 15.41, 3);
    expect(surelyAtLeast(5, 10)).toBeCloseTo(0.2037, 3);
    expect(surelyAtLeast(3, 2)).toBe(surelyAtLeast(2, 2));
  });

  it('grows with what was seen and stays below it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(500), (whole, seen) => {
        const part = Math.min(seen, whole);
        const least = surelyAtLeast(part, whole);
        const rounding = 1e-9;
        expect(least).toBeLessThanOrEqual(part / whole + rounding);
        expect(surelyAtLeast(part * 10, whole * 10)).toBeGreaterThanOrEqual(least - rounding);
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
