import { type ConversionSnapshot } from '@tributary/contracts';
import { aConversion } from '@tributary/testing';
import { MINUTE_MS, HOUR_MS, DAY_MS } from '@tributary/units';
import fc from 'fast-check';
import { scoreOf } from './fraud-score.ts';
import { type Evidence, signalsOf } from './fraud-signals.ts';
import { factOf } from './order-fact.ts';

const START = Date.parse('2026-05-01T12:00:00.000Z');
const BRAND = '01900000-0000-7000-8000-000000000001';
const AFFILIATE = '01900000-0000-7000-8000-000000000002';

const noTraffic = {
  refunds: { orders: 0, refunded: 0 },
  traffic: null,
  journey: { touches: [], convertedAt: new Date(0) },
  navigated: null,
};

const nobody = {
  reuse: { orders: 0, reused: 0 },
  ofDevice: [],
  networks: null,
  affiliate: null,
  looksAtDevices: false,
  isOtherDevice: null,
};

/** Orders around one, told apart by the scorer itself. */
type Given = Partial<Evidence> & { others?: Evidence['ofCustomer'] };
const evidence = ({ others = [], ...given }: Given = {}): Evidence => ({
  ofCustomer: others,
  fromAddress: others,
  isBotAgent: false,
  isPublicAddress: () => true,
  lookbackWindowDays: 30,
  history: { reviewed: 0, rejected: 0 },
  ...noTraffic,
  ...nobody,
  ...given,
});
const orderAt = (at: number, given: Partial<ConversionSnapshot> = {}): ConversionSnapshot =>
  aConversion({
    brandId: BRAND,
    affiliateId: AFFILIATE,
    customerEmailHash: 'same',
    clickedAt: new Date(at - HOUR_MS).toISOString(),
    convertedAt: new Date(at).toISOString(),
    createdAt: new Date(at).toISOString(),
    ...given,
  });

/** The scores of orders, each judged among all of them. */
function scores(orders: readonly ConversionSnapshot[], given: Given = {}): number[] {
  const others = orders.map(factOf);
  return orders.map(
    (order) => scoreOf(signalsOf(order, evidence({ ...given, others }))).fraudScore,
  );
}
const signal = (name: string, conversion: ConversionSnapshot, given: Given = {}) =>
  signalsOf(conversion, evidence(given)).find(({ factor }) => factor === name);
const flagged = (all: readonly number[]) => all.map((score) => score > 0.5);

describe('an ordinary order', () => {
  it('scores nothing', () => {
    expect(scores([orderAt(START)])).toEqual([0]);
  });

  it('is not flagged however soon it follows its click', () => {
    fc.assert(
      fc.property(fc.integer({ min: -60_000, max: 60_000 }), (afterMs) => {
        const clickedAt = new Date(START - afterMs).toISOString();
        const [score] = scores([orderAt(START, { clickedAt })]);
        expect(score).toBeLessThanOrEqual(0.5);
      }),
    );
  });

  it('is not flagged for an address that many share, nor for its affiliate’s history alone', () => {
    const neighbours = Array.from({ length: 30 }, (_, index) =>
      orderAt(START + index * 1_000, { customerEmailHash: `customer-${String(index)}` }),
    );
    expect(flagged(scores(neighbours))).not.toContain(true);
    const history = { reviewed: 100, rejected: 100 };
    expect(flagged(scores([orderAt(START)], { history }))).toEqual([false]);
  });
});

describe('a customer who comes again', () => {
  it('is not flagged for buying once a day, or twice in a row', () => {
    const daily = Array.from({ length: 60 }, (_, day) => orderAt(START + day * DAY_MS));
    expect(flagged(scores(daily))).not.toContain(true);
    expect(scores([orderAt(START), orderAt(START + MINUTE_MS)])).toEqual([0, 0]);
  });
});

describe('scripted orders', () => {
  const script = (everyMs: number, given: Partial<ConversionSnapshot> = {}) =>
    Array.from({ length: 40 }, (_, index) => orderAt(START + index * everyMs, given));

  it('are flagged from the third on, at whatever pace up to five minutes', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 * MINUTE_MS }), (everyMs) => {
        const marks = flagged(scores(script(everyMs)).slice(2));
        // With equal times the ids decide which was first.
        if (everyMs === 0) expect(marks.filter(Boolean).length).toBeGreaterThanOrEqual(36);
        else expect(marks).not.toContain(false);
      }),
      { numRuns: 30 },
    );
  });

  it('are flagged from a private address too, and where the shop names customers by its own ids', () => {
    const local = scores(script(1_000, { ip: '127.0.0.1' }), { isPublicAddress: () => false });
    expect(flagged(local).indexOf(true)).toBe(2);
    const byId = { customerEmailHash: null, customerId: 'c-1' };
    expect(flagged(scores(script(1_000, byId))).indexOf(true)).toBe(2);
  });

  it('are judged by their arrival even where the shop dates them backwards', () => {
    const orders = script(1_000).map((order, index) => ({
      ...order,
      convertedAt: new Date(START - index * 1_000).toISOString(),
    }));
    expect(flagged(scores(orders)).slice(2)).not.toContain(false);
  });

  it('of other brands, and later ones, say nothing of an order', () => {
    const others = script(1_000, { brandId: AFFILIATE });
    expect(scores([orderAt(START + HOUR_MS), ...others])[0]).toBe(0);
    const [first] = scores(script(1_000));
    expect(first).toBe(0);
  });
});

describe('signals', () => {
  it('do not depend on the order in which others are given', () => {
    const others = Array.from({ length: 8 }, (_, index) => factOf(orderAt(START + index * 1_000)));
    const last = orderAt(START + MINUTE_MS);
    fc.assert(
      fc.property(fc.shuffledSubarray(others, { minLength: 8 }), (mixed) => {
        expect(signalsOf(last, evidence({ others: mixed }))).toEqual(
          signalsOf(last, evidence({ others })),
        );
      }),
    );
  });

  it('lie between 0 and 1 or are not available, with a sentence of evidence each', () => {
    const text = fc.option(fc.constantFrom('', 'x', '203.0.113.9'));
    const date = fc.date({
      min: new Date('1997-01-01'),
      max: new Date('2030-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(
        fc.tuple(text, text, text),
        date,
        date,
        ([ip, userAgent, hash], clicked, converted) => {
          const conversion = orderAt(START, {
            ip,
            userAgent,
            customerEmailHash: hash,
            clickedAt: clicked.toISOString(),
            convertedAt: converted.toISOString(),
          });
          for (const { value, weight, evidence: sentence } of signalsOf(conversion, evidence())) {
            if (value === null) expect(sentence).toMatch(/^Not available: /);
            else expect(value >= 0 && value <= 1).toBe(true);
            expect(weight > 0 && weight < 1).toBe(true);
            expect(sentence).not.toBe('');
          }
        },
      ),
    );
  });

  it('tell a bot’s agent, a missing one and a browser’s apart', () => {
    expect(signal('bot_ua', orderAt(START), { isBotAgent: true })?.value).toBe(1);
    expect(signal('bot_ua', orderAt(START, { userAgent: '' }))?.value).toBe(1);
    expect(signal('bot_ua', orderAt(START))?.value).toBe(0);
    expect(signal('bot_ua', orderAt(START, { userAgent: null }))?.value).toBeNull();
  });

  it('take an order that is dated long before its click for one that says nothing of its speed', () => {
    const dated = { convertedAt: '1997-01-12T00:00:00.000Z' };
    expect(signal('too_fast', orderAt(START, dated))?.value).toBeNull();
  });

  it('count other customers of the same affiliate at an address, each once', () => {
    const neighbour = (name: string) => factOf(orderAt(START, { customerEmailHash: name }));
    const elsewhere = factOf(orderAt(START, { customerEmailHash: 'x', affiliateId: BRAND }));
    const others = ['a', 'a', 'b'].map(neighbour);
    const last = orderAt(START + MINUTE_MS);
    const found = signal('ip_velocity', last, { others: [...others, elsewhere] });
    expect(found?.evidence).toMatch(/^2 other customers/);
    expect(found?.value).toBeCloseTo(1 / 3, 10);
    const hidden = signal('ip_velocity', last, { others, isPublicAddress: () => false });
    expect(hidden?.value).toBeNull();
  });

  it('flag a click outside the window, for which nobody is credited', () => {
    const late = orderAt(START, { affiliateId: null, clickedAt: '2026-03-01T12:00:00.000Z' });
    expect(signal('outside_window', late)).toMatchObject({
      value: 1,
      evidence:
        'The click, 61 days before the order, lies outside the attribution window of 30 days',
    });
    expect(flagged(scores([late]))).toEqual([true]);
  });

  it('do not take a click that earns nothing for another reason for one outside the window', () => {
    const seconds = new Date(START - 8_000).toISOString();
    const ofBot = orderAt(START, { affiliateId: null, clickedAt: seconds });
    expect(signal('outside_window', ofBot)).toMatchObject({
      value: 0,
      evidence: 'The click lies within the attribution window of 30 days',
    });
    const atItsEnd = { affiliateId: null, clickedAt: new Date(START - 7 * DAY_MS).toISOString() };
    const week = { lookbackWindowDays: 7 };
    expect(signal('outside_window', orderAt(START, atItsEnd), week)?.value).toBe(0);
    expect(signal('outside_window', orderAt(START + 1, atItsEnd), week)?.value).toBe(1);
  });

  it('tell a click from the future apart from an old one', () => {
    const clickedAt = new Date(START + 2 * HOUR_MS).toISOString();
    expect(
      signal('outside_window', orderAt(START, { affiliateId: null, clickedAt })),
    ).toMatchObject({
      value: 1,
      evidence: 'The click came 120 minutes after the order',
    });
  });

  it('draw an affiliate’s history towards the usual while it is short', () => {
    const value = (reviewed: number, rejected: number) =>
      signal('affiliate_history', orderAt(START), { history: { reviewed, rejected } })?.value;
    expect(value(0, 0)).toBeNull();
    expect(value(1, 1)).toBe(0);
    expect(value(1_000, 50)).toBe(0);
    expect(value(10, 10)).toBe(1);
    expect(value(100, 35)).toBeCloseTo((35.5 / 110 - 0.2) / 0.3, 10);
  });
});
