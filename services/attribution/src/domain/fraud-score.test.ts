import { type ConversionSnapshot } from '@tributary/contracts';
import { aConversion } from '@tributary/testing';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '@tributary/units';
import fc from 'fast-check';
import { anEvidence, evidenceFor, noEvidence, PUBLIC_IP } from '../testing/evidence.ts';
import { type AffiliateTraffic, type TrafficCounts } from './affiliate-traffic.ts';
import { defaultSettings } from './attribution.ts';
import { type Evidence, evidenceOf, type GatheredEvidence } from './evidence.ts';
import { handSet } from './calibration.ts';
import {
  evaluateSignals,
  probabilityOfFraud,
  scoreOf,
  type WeightedFinding,
} from './fraud-score.ts';
import { orderFactOf, type OrderFact } from './order-fact.ts';
import { RULES_VERSION, settingsWith, signals } from './scoring-settings.ts';
import { shippedCalibration, shippedFor } from './shipped-calibration.ts';

const micro = (figure: number): number => Math.round(figure * 1_000_000);

const aFinding: fc.Arbitrary<Omit<WeightedFinding, 'factor'>> = fc.record({
  value: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  weight: fc.double({ min: 0, max: 0.95, noNaN: true }),
  evidence: fc.constant('seen'),
});
const findings: fc.Arbitrary<WeightedFinding[]> = fc
  .array(aFinding, { maxLength: 12 })
  .map((list) => list.map((finding, index) => ({ ...finding, factor: `factor_${String(index)}` })));

describe('scoreOf', () => {
  it('returns contributions that sum to the score, to its last decimal', () => {
    fc.assert(
      fc.property(findings, (given) => {
        const { fraudScore, factors } = scoreOf(given);
        const sum = factors.reduce((total, { contribution }) => total + micro(contribution), 0);
        expect(sum).toBe(micro(fraudScore));
        for (const { contribution } of factors) expect(contribution).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('does not depend on the order of the findings', () => {
    const shuffled = findings.chain((given) =>
      fc.tuple(
        fc.constant(given),
        fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([given, mixed]) => {
        expect(scoreOf(mixed)).toEqual(scoreOf(given));
      }),
    );
  });

  it('is a noisy-or: at least the strongest part, at most their sum, below 1', () => {
    fc.assert(
      fc.property(findings, (given) => {
        const { fraudScore } = scoreOf(given);
        const parts = given.map(({ value, weight }) => weight * (value ?? 0));
        const strongest = Math.max(0, ...parts);
        const sum = parts.reduce((total, part) => total + part, 0);
        expect(fraudScore).toBeGreaterThanOrEqual(strongest - 1e-6);
        expect(fraudScore).toBeLessThanOrEqual(Math.min(1, sum) + 1e-6);
        const exact = 1 - parts.reduce((product, part) => product * (1 - part), 1);
        expect(fraudScore).toBeCloseTo(exact, 5);
      }),
    );
  });

  it('does not fall when a finding is added', () => {
    fc.assert(
      fc.property(findings, aFinding, (given, more) => {
        const { fraudScore } = scoreOf([...given, { ...more, factor: 'more' }]);
        expect(fraudScore).toBeGreaterThanOrEqual(scoreOf(given).fraudScore);
      }),
    );
  });

  it('includes findings that are not available, and counts them as 0', () => {
    fc.assert(
      fc.property(findings, (given) => {
        const available = given.filter(({ value }) => value !== null);
        const { fraudScore, factors } = scoreOf(given);
        expect(fraudScore).toBe(scoreOf(available).fraudScore);
        expect(factors).toHaveLength(given.length);
      }),
    );
  });

  it('gives a single factor the whole score, and divides it between two by their logarithms', () => {
    const one = { factor: 'one', value: 1, weight: 0.5, evidence: '' };
    const two = { factor: 'two', value: 1, weight: 0.75, evidence: '' };
    expect(scoreOf([one]).fraudScore).toBe(0.5);
    const { fraudScore, factors } = scoreOf([one, two]);
    expect(fraudScore).toBe(0.875);
    // ln 0.25 is twice ln 0.5.
    expect(factors).toMatchObject([
      { factor: 'two', contribution: 0.583333 },
      { factor: 'one', contribution: 0.291667 },
    ]);
  });

  it('counts one cause once: a shared address shows in several signals and is one piece of evidence', () => {
    const found = (factor: string, weight: number) => ({ factor, value: 1, weight, evidence: '' });
    const { fraudScore, factors } = scoreOf([
      found('ip_velocity', 0.4),
      found('device_velocity', 0.45),
      found('vpn_ip', 0.2),
      found('too_fast', 0.2),
    ]);
    expect(fraudScore).toBeCloseTo(1 - 0.55 * 0.8, 6);
    expect(
      factors.filter(({ contribution }) => contribution > 0).map(({ factor }) => factor),
    ).toEqual(['device_velocity', 'too_fast']);
  });

  it('adds up exactly for the signals that share causes, too', () => {
    const named = fc
      .array(aFinding, { minLength: signals.length, maxLength: signals.length })
      .map((list) => list.map((one, index) => ({ ...one, factor: signals[index]?.name ?? '' })));
    fc.assert(
      fc.property(named, (given) => {
        const { fraudScore, factors } = scoreOf(given);
        const sum = factors.reduce((total, { contribution }) => total + micro(contribution), 0);
        expect(sum).toBe(micro(fraudScore));
      }),
    );
  });

  it('adds up exactly by any calibration, and flags what it is confident of', () => {
    const slopes = fc.dictionary(
      fc.constantFrom(...signals.map(({ name }) => name)),
      fc.double({ min: 0, max: 30, noNaN: true }),
    );
    const base = fc.double({ min: -8, max: 2, noNaN: true });
    const named = fc
      .array(aFinding, { minLength: signals.length, maxLength: signals.length })
      .map((list) => list.map((one, index) => ({ ...one, factor: signals[index]?.name ?? '' })));
    fc.assert(
      fc.property(named, slopes, base, (given, learned, from) => {
        const calibration = { version: 1, base: from, slopes: learned };
        const { fraudScore, factors } = scoreOf(given, calibration);
        const sum = factors.reduce((total, { contribution }) => total + micro(contribution), 0);
        expect(sum).toBe(micro(fraudScore));
        expect(probabilityOfFraud(given, calibration)).toBe(fraudScore);
        for (const { contribution } of factors) expect(contribution).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('flags what the weights flag, and nothing else, by the hand-set calibration', () => {
    fc.assert(
      fc.property(findings, (given) => {
        const { fraudScore } = scoreOf(given);
        fc.pre(Math.abs(fraudScore - 0.5) > 1e-5);
        expect(scoreOf(given, handSet).fraudScore > 0.5).toBe(fraudScore > 0.5);
      }),
    );
  });

  it('never flags for one cause whose weight is not enough, whatever was learned', () => {
    const slope = fc.double({ min: 0, max: 100, noNaN: true });
    fc.assert(
      fc.property(slope, fc.double({ min: 0, max: 0.5, noNaN: true }), (learned, weight) => {
        const shared = ['ip_velocity', 'device_velocity', 'vpn_ip'].map((factor) => ({
          ...{ factor, value: 1, weight, evidence: '' },
        }));
        const slopes = Object.fromEntries(shared.map(({ factor }) => [factor, learned]));
        const calibration = { version: 1, base: -1, slopes };
        expect(scoreOf(shared, calibration).fraudScore).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  it('is shipped with a calibration of the rules in force', () => {
    expect(shippedFor).toBe(RULES_VERSION);
    const names = signals.map(({ name }) => name);
    for (const factor of Object.keys(shippedCalibration.slopes)) expect(names).toContain(factor);
  });

  it('is 0 without findings', () => {
    expect(scoreOf([])).toEqual({ fraudScore: 0, factors: [] });
  });
});

const START = Date.parse('2026-05-01T12:00:00.000Z');
const BRAND = '01900000-0000-7000-8000-000000000001';
const AFFILIATE = '01900000-0000-7000-8000-000000000002';

const orderAt = (at: number, given: Partial<ConversionSnapshot> = {}): ConversionSnapshot =>
  aConversion({
    brandId: BRAND,
    affiliateId: AFFILIATE,
    customerEmailHash: 'same',
    ip: PUBLIC_IP,
    clickedAt: new Date(at - HOUR_MS).toISOString(),
    convertedAt: new Date(at).toISOString(),
    createdAt: new Date(at).toISOString(),
    ...given,
  });

function evidenceAmong(
  order: ConversionSnapshot,
  orders: readonly OrderFact[],
  given: Partial<GatheredEvidence> = {},
): Evidence {
  const journey = { touches: [], convertedAt: new Date(order.convertedAt) };
  const context = { settings: defaultSettings, journey };
  const around = { ordersOfCustomer: orders, ordersFromAddress: orders };
  return evidenceOf(order, context, { ...noEvidence, ...around, ...given });
}

/** The scores of orders, each compared with all of them. */
function scoresOf(
  orders: readonly ConversionSnapshot[],
  given: Partial<GatheredEvidence> = {},
): number[] {
  const facts = orders.map(orderFactOf);
  return orders.map(
    (order) => scoreOf(evaluateSignals(evidenceAmong(order, facts, given))).fraudScore,
  );
}
const flagsOf = (scores: readonly number[]) => scores.map((score) => score > 0.5);

describe('an ordinary order', () => {
  it('scores 0', () => {
    expect(scoresOf([orderAt(START)])).toEqual([0]);
  });

  it('is not flagged for an address that many share, nor for its affiliate’s history alone', () => {
    const neighbours = Array.from({ length: 30 }, (_, index) =>
      orderAt(START + index * HOUR_MS, { customerEmailHash: `customer-${String(index)}` }),
    );
    expect(flagsOf(scoresOf(neighbours))).not.toContain(true);
    const reviews = { reviewed: 100, fraud: 100 };
    expect(flagsOf(scoresOf([orderAt(START)], { reviews }))).toEqual([false]);
  });

  it('is not flagged when the customer orders once a day, or twice in a row', () => {
    const daily = Array.from({ length: 60 }, (_, day) => orderAt(START + day * DAY_MS));
    expect(flagsOf(scoresOf(daily))).not.toContain(true);
    expect(scoresOf([orderAt(START), orderAt(START + MINUTE_MS)])).toEqual([0, 0]);
  });
});

describe('a script’s orders', () => {
  const script = (everyMs: number, given: Partial<ConversionSnapshot> = {}) =>
    Array.from({ length: 40 }, (_, index) => orderAt(START + index * everyMs, given));

  it('are flagged from the third on, at any pace up to five minutes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 * MINUTE_MS }), (everyMs) => {
        const flags = flagsOf(scoresOf(script(everyMs)).slice(2));
        // At equal times the ids decide which order is earlier.
        if (everyMs === 0) expect(flags.filter(Boolean).length).toBeGreaterThanOrEqual(36);
        else expect(flags).not.toContain(false);
      }),
      { numRuns: 30 },
    );
  });

  it('are flagged from a private address too, and when the shop names customers by its own ids', () => {
    const local = scoresOf(script(SECOND_MS, { ip: '127.0.0.1' }));
    expect(flagsOf(local).indexOf(true)).toBe(2);
    const byId = { customerEmailHash: null, customerId: 'c-1' };
    expect(flagsOf(scoresOf(script(SECOND_MS, byId))).indexOf(true)).toBe(2);
  });

  it('are flagged by their arrival even when the shop dates them backwards', () => {
    const orders = script(SECOND_MS).map((order, index) => ({
      ...order,
      convertedAt: new Date(START - index * SECOND_MS).toISOString(),
    }));
    expect(flagsOf(scoresOf(orders)).slice(2)).not.toContain(false);
  });

  it('do not count against earlier orders or orders of other brands', () => {
    const ofOtherBrand = script(SECOND_MS, { brandId: AFFILIATE });
    expect(scoresOf([orderAt(START + HOUR_MS), ...ofOtherBrand])[0]).toBe(0);
    const [first] = scoresOf(script(SECOND_MS));
    expect(first).toBe(0);
  });
});

describe('evaluateSignals', () => {
  const expectPlausible = (found: readonly WeightedFinding[]): void => {
    for (const { value, weight, evidence } of found) {
      if (value === null) expect(evidence).toMatch(/^Not available: /);
      else expect(value >= 0 && value <= 1).toBe(true);
      expect(weight > 0 && weight < 1).toBe(true);
      expect(evidence).not.toBe('');
    }
  };

  it('does not depend on the order in which other orders are given', () => {
    const others = Array.from({ length: 8 }, (_, index) =>
      orderFactOf(orderAt(START + index * SECOND_MS)),
    );
    const last = orderAt(START + MINUTE_MS);
    fc.assert(
      fc.property(fc.shuffledSubarray(others, { minLength: 8 }), (mixed) => {
        expect(evaluateSignals(evidenceAmong(last, mixed))).toEqual(
          evaluateSignals(evidenceAmong(last, others)),
        );
      }),
    );
  });

  it('finds values from 0 to 1, or null, for any order', () => {
    const text = fc.option(fc.constantFrom('', 'x', PUBLIC_IP));
    const [min, max] = [new Date('1997-01-01'), new Date('2030-01-01')];
    const date = fc.date({ min, max, noInvalidDate: true });
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.tuple(date, date),
        (ip, userAgent, hash, [clicked, ordered]) => {
          const conversion = orderAt(START, {
            ip,
            userAgent,
            customerEmailHash: hash,
            clickedAt: clicked.toISOString(),
            convertedAt: ordered.toISOString(),
          });
          expectPlausible(evaluateSignals(evidenceFor(conversion)));
        },
      ),
    );
  });

  it('finds values from 0 to 1, or null, for any traffic and history', () => {
    const count = fc.nat(1_000_000);
    const orders = fc.nat(10_000);
    const counts: fc.Arbitrary<TrafficCounts> = fc.record({
      clicks: count,
      described: count,
      navigations: count,
      orders,
      slowOrders: orders,
      lateOrders: orders,
      quickOrders: orders,
      listed: count,
      visitors: count,
      addresses: count,
    });
    const traffic: fc.Arbitrary<AffiliateTraffic> = fc.record({
      affiliate: counts,
      campaign: counts,
    });
    const part = fc.tuple(fc.nat(1_000), fc.nat(1_000));
    fc.assert(
      fc.property(traffic, part, (given, [whole, some]) => {
        const refunds = { orders: whole, refunded: some };
        const reuse = { orders: whole, reused: some, days: whole };
        expectPlausible(evaluateSignals(anEvidence({ traffic: given, refunds, reuse })));
      }),
    );
  });

  it('includes a switched-off signal without a value, and counts it as 0', () => {
    const bot = evidenceFor(aConversion({ userAgent: 'curl/8.5.0' }));
    const found = evaluateSignals(bot, settingsWith({ bot_ua: { enabled: false } }));
    const { fraudScore, factors } = scoreOf(found);
    expect(fraudScore).toBe(0);
    expect(factors.find(({ factor }) => factor === 'bot_ua')).toMatchObject({
      value: null,
      contribution: 0,
      evidence: 'Not counted: the brand switched it off',
    });
  });
});
