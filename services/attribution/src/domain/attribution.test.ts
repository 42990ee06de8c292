import fc from 'fast-check';
import { attributionModels, type AttributionSettings } from '@tributary/contracts';
import { HOUR_MS } from '@tributary/units';
import {
  attribute,
  defaultSettings,
  type ModelName,
  sharesOf,
  UNTRAINED_VERSION,
  WHOLE_CREDIT,
  touchWeights,
} from './attribution.ts';
import { setKey, type TrainedModel } from './data-driven.ts';
import { journeyOf } from './journey.ts';
import { type Touch } from './touch.ts';

const CONVERTED_AT = '2026-05-01T12:00:00.000Z';

const touch = (affiliateId: string, clickId: string | null = null, hoursBefore = 0): Touch => ({
  affiliateId,
  clickId,
  linkId: null,
  occurredAt: clickId === null ? null : new Date(Date.parse(CONVERTED_AT) - hoursBefore * HOUR_MS),
});
const journey = (touches: readonly Touch[]) => ({ touches, convertedAt: new Date(CONVERTED_AT) });
const affiliate = fc.constantFrom('a', 'b', 'c', 'd');
const steps = fc.array(fc.tuple(affiliate, fc.nat(1_000)), { minLength: 1, maxLength: 20 });
const value = fc.nat(1_000_000_000);

const weights = fc
  .tuple(fc.nat(100), fc.nat(100))
  .filter(([first, last]) => first + last <= 100)
  .map(([first, last]) => ({ first, middle: 100 - first - last, last }));
const anySettings: fc.Arbitrary<AttributionSettings> = fc.record({
  model: fc.constantFrom(...attributionModels),
  lookbackWindowDays: fc.integer({ min: 1, max: 365 }),
  timeDecayHalfLifeHours: fc.integer({ min: 1, max: 8_760 }),
  positionBasedWeights: weights,
  enableCrossDevice: fc.boolean(),
  fingerprintingEnabled: fc.boolean(),
});
const trained: TrainedModel = {
  version: 7,
  conversions: 400,
  journeys: 4_000,
  prior: {
    leak: 0.01,
    strengths: new Map([
      ['a', 0.3],
      ['b', 0.1],
      ['c', 0],
    ]),
  },
  counts: new Map([
    [setKey(['a', 'b']), { journeys: 500, conversions: 200 }],
    [setKey(['c']), { journeys: 1_000, conversions: 10 }],
  ]),
};
/** A visitor's clicks, at most one per hour, so that their order in time is plain. */
const clicks = fc
  .array(fc.tuple(affiliate, fc.integer({ min: 0, max: 9_000 })), { minLength: 1, maxLength: 40 })
  .map((list) => list.map(([name, hours], index) => touch(name, `click-${String(index)}`, hours)));

const ownOf = (clicksOf: readonly Touch[]) => ({
  affiliateId: clicksOf[0]!.affiliateId,
  clickId: clicksOf[0]!.clickId,
  linkId: null,
  clickedAt: clicksOf[0]!.occurredAt!.toISOString(),
  convertedAt: CONVERTED_AT,
});

describe('every model', () => {
  it('splits the whole credit and the whole value, and nobody gets a negative part', () => {
    fc.assert(
      fc.property(clicks, anySettings, value, (given, settings, valueMinor) => {
        const path = journeyOf(ownOf(given), given, settings);
        const { shares, model } = attribute(path, settings, { valueMinor, trained });
        expect(model).toBe(settings.model);
        expect(shares.reduce((sum, { weight }) => sum + weight, 0)).toBe(WHOLE_CREDIT);
        expect(shares.reduce((sum, share) => sum + share.valueMinor, 0)).toBe(valueMinor);
        for (const share of shares) expect(share.valueMinor).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('except a trained one returns each touch’s part, and an affiliate’s share is their sum', () => {
    fc.assert(
      fc.property(clicks, anySettings, (given, settings) => {
        const path = journeyOf(ownOf(given), given, settings);
        const { shares, modelVersion } = attribute(path, settings, { valueMinor: 100, trained });
        const parts = touchWeights(path, settings, modelVersion);
        expect(parts === undefined).toBe(settings.model === 'data_driven');
        if (parts === undefined) return;
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(WHOLE_CREDIT);
        for (const { affiliateId, weight } of shares) {
          const own = path.touches.map((one, index) => [one, parts[index] ?? 0] as const);
          const sum = own.reduce(
            (all, [one, part]) => all + (one.affiliateId === affiliateId ? part : 0),
            0,
          );
          // Each is rounded by itself to units of 1e-12.
          expect(Math.abs(sum - weight)).toBeLessThanOrEqual(path.touches.length);
        }
      }),
    );
  });

  it('does not depend on the order in which clicks are given', () => {
    const shuffled = clicks.chain((given) =>
      fc.tuple(
        fc.constant(given),
        fc.shuffledSubarray(given, { minLength: given.length, maxLength: given.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, anySettings, ([given, mixed], settings) => {
        const own = ownOf(given);
        const shares = (some: readonly Touch[]) =>
          attribute(journeyOf(own, some, settings), settings, { valueMinor: 9_999, trained });
        expect(shares(mixed)).toEqual(shares(given));
      }),
    );
  });

  it('credits a single affiliate with the whole journey', () => {
    const alone = clicks.map((given) => given.map((one) => ({ ...one, affiliateId: 'a' })));
    fc.assert(
      fc.property(alone, anySettings, (given, settings) => {
        const path = journeyOf(ownOf(given), given, settings);
        const { shares } = attribute(path, settings, { valueMinor: 500, trained });
        expect(shares).toMatchObject([{ affiliateId: 'a', weight: WHOLE_CREDIT, valueMinor: 500 }]);
      }),
    );
  });

  it('credits nobody without a journey', () => {
    for (const model of attributionModels) {
      const settings = { ...defaultSettings, model };
      expect(attribute(journey([]), settings, { valueMinor: 12_345, trained }).shares).toEqual([]);
    }
  });

  it('handles a journey of 10,000 touches', () => {
    const many = Array.from({ length: 10_000 }, (_, index) =>
      touch(`affiliate-${String(index % 50)}`, `click-${String(index)}`, index / 100),
    );
    for (const model of attributionModels) {
      const settings = { ...defaultSettings, model };
      const path = journeyOf(ownOf(many), many, settings);
      const { shares } = attribute(path, settings, { valueMinor: 1_000_003, trained });
      expect(shares.reduce((sum, share) => sum + share.valueMinor, 0)).toBe(1_000_003);
    }
  });
});

describe('the models on one path', () => {
  const path = journey([
    touch('a', '1', 336),
    touch('b', '2', 168),
    touch('a', '3', 168),
    touch('c', '4', 0),
  ]);
  const cents = (model: ModelName, given: Partial<AttributionSettings> = {}) => {
    const settings = { ...defaultSettings, model, ...given };
    const { shares } = attribute(path, settings, { valueMinor: 10_000, trained });
    return Object.fromEntries(shares.map((share) => [share.affiliateId, share.valueMinor]));
  };

  it('credit by their definitions', () => {
    expect(cents('last_click')).toEqual({ c: 10_000 });
    expect(cents('first_click')).toEqual({ a: 10_000 });
    expect(cents('linear')).toEqual({ a: 5_000, b: 2_500, c: 2_500 });
    expect(cents('position_based')).toEqual({ a: 5_000, b: 1_000, c: 4_000 });
    // 1/4, 1/2, 1/2 and 1.
    expect(cents('time_decay')).toEqual({ a: 3_333, b: 2_222, c: 4_445 });
  });

  it('state rule and version, and data_driven its fallback', () => {
    const version = (model: ModelName, model_?: TrainedModel) =>
      attribute(path, { ...defaultSettings, model }, { valueMinor: 1, trained: model_ })
        .modelVersion;
    expect(version('linear')).toBe('linear.1');
    expect(version('data_driven', trained)).toBe('data_driven.7');
    expect(version('data_driven')).toBe(UNTRAINED_VERSION);
    const settings = { ...defaultSettings, model: 'data_driven' as const };
    const { shares } = attribute(path, settings, { valueMinor: 10_000 });
    expect(shares.map((share) => share.valueMinor)).toEqual([5_000, 2_500, 2_500]);
  });
});

describe('sharesOf', () => {
  it('splits the whole credit and the whole value, to the cent, largest share first', () => {
    fc.assert(
      fc.property(steps, value, (path, valueMinor) => {
        const credits = path.map(([, credit]) => credit);
        const shares = sharesOf(
          path.map(([name]) => touch(name)),
          credits,
          valueMinor,
        );
        if (credits.every((credit) => credit === 0)) {
          expect(shares).toEqual([]);
          return;
        }
        expect(shares.reduce((sum, { weight }) => sum + weight, 0)).toBe(WHOLE_CREDIT);
        expect(shares.reduce((sum, share) => sum + share.valueMinor, 0)).toBe(valueMinor);
        const names = shares.map(({ affiliateId }) => affiliateId);
        expect(new Set(names).size).toBe(names.length);
        const weights = shares.map(({ weight }) => weight);
        expect(weights).toEqual(weights.toSorted((a, b) => b - a));
      }),
    );
  });

  it('adds up the credit of one affiliate’s touches, and contains the latest of them', () => {
    const path = [touch('a', '1'), touch('b', '2'), touch('a', '3')];
    expect(sharesOf(path, [1, 1, 1], 100)).toEqual([
      { affiliateId: 'a', clickId: '3', linkId: null, weight: 666_666_666_667, valueMinor: 67 },
      { affiliateId: 'b', clickId: '2', linkId: null, weight: 333_333_333_333, valueMinor: 33 },
    ]);
  });

  it('allocates a cent that cannot be split to the most recent touch', () => {
    const path = [touch('a'), touch('b'), touch('c')];
    expect(
      sharesOf(path, [1, 1, 1], 100).map((share) => [share.affiliateId, share.valueMinor]),
    ).toEqual([
      ['c', 34],
      ['b', 33],
      ['a', 33],
    ]);
  });
});
