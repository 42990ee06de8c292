import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allocateLargestRemainder } from '@tributary/money';
import { type AttributionSettings } from '@tributary/contracts';
import { HOUR_MS } from '@tributary/units';
import { attribute, defaultSettings, sharesOf } from './attribution.ts';
import { creditsOfSet, rateOf, setKey, type TrainedModel } from './data-driven.ts';
import { type CreditRule, firstClick, lastClick, linear } from './heuristic-models.ts';
import { positionBased, timeDecay } from './heuristic-models.ts';
import { EM_ROUNDS, fitRounds, type SetCount } from './noisy-or.ts';
import { shapleyValues } from './shapley.ts';
import { type Journey } from './touch.ts';

type Figures = Readonly<Record<string, number[]>>;
interface SmallCase {
  readonly name: string;
  readonly paths?: readonly [string, number, number][];
  readonly credit?: Readonly<Record<string, number>>;
  readonly share?: Readonly<Record<string, number>> | readonly number[];
  readonly worth?: Readonly<Record<string, number>>;
  readonly share_by_touches?: Readonly<Record<string, number[]>>;
  readonly cases?: readonly { total: number; weights_by_touch_order: number[]; parts: number[] }[];
}
interface Reference {
  readonly channels: readonly string[];
  readonly truth_incremental: readonly number[];
  readonly exact: Readonly<Record<string, Figures>>;
  readonly cents_samples: Readonly<Record<string, readonly [number, [number, number][]][]>>;
  readonly small_cases: readonly SmallCase[];
  readonly paths: readonly [number[], number[], number, number][];
}

// Computed by public libraries and exact formulas; see the file's `meta`.
const reference = JSON.parse(
  readFileSync(join(import.meta.dirname, '../testing/attribution-reference.json'), 'utf8'),
) as Reference;

const { channels, paths } = reference;
const CONVERTED_AT = new Date('2026-05-01T12:00:00.000Z');
const nameOf = (index: number): string => channels[index]!;
const zeros = (): number[] => channels.map(() => 0);
const sum = (figures: readonly number[]): number => figures.reduce((a, b) => a + b, 0);

const journeyOf = ([steps, hours]: (typeof paths)[number]): Journey => ({
  convertedAt: CONVERTED_AT,
  touches: steps.map((step, index) => ({
    affiliateId: nameOf(step),
    clickId: String(index),
    linkId: null,
    occurredAt: new Date(CONVERTED_AT.getTime() - hours[index]! * HOUR_MS),
  })),
});

const settingsOf = (given: Partial<AttributionSettings>): AttributionSettings => ({
  ...defaultSettings,
  ...given,
});
const heuristics: Readonly<Record<string, [CreditRule, Partial<AttributionSettings>]>> = {
  last_click: [lastClick, { model: 'last_click' }],
  first_click: [firstClick, { model: 'first_click' }],
  linear: [linear, { model: 'linear' }],
  position_based_40_20_40: [positionBased, { model: 'position_based' }],
  position_based_30_20_50: [
    positionBased,
    { model: 'position_based', positionBasedWeights: { first: 30, middle: 20, last: 50 } },
  ],
  time_decay_hl24h: [timeDecay, { model: 'time_decay', timeDecayHalfLifeHours: 24 }],
  time_decay_hl168h: [timeDecay, { model: 'time_decay', timeDecayHalfLifeHours: 168 }],
};

/** Conversions and value credited to each channel by a rule, unrounded. */
function credited(rule: (path: (typeof paths)[number]) => readonly number[]) {
  const conversions = zeros();
  const cents = zeros();
  for (const path of paths) {
    const [steps, , converted, value] = path;
    if (converted === 0) continue;
    const credits = rule(path);
    const total = sum(credits);
    steps.forEach((step, index) => {
      conversions[step]! += credits[index]! / total;
      cents[step]! += (credits[index]! / total) * value;
    });
  }
  return { conversions, cents };
}

/** Compares within 1e-6, because the reference has six decimals. */
function expectEqual(found: readonly number[], expected: readonly number[], within = 1e-6): void {
  expect(found).toHaveLength(expected.length);
  found.forEach((figure, index) => {
    expect(Math.abs(figure - expected[index]!)).toBeLessThanOrEqual(within);
  });
}

describe('the heuristic models on the 5,000 reference paths', () => {
  for (const [name, [rule, given]] of Object.entries(heuristics)) {
    const settings = settingsOf(given);
    const expected = reference.exact[name]!;

    it(`${name} credits each affiliate’s conversions and value as the reference`, () => {
      const { conversions, cents } = credited((path) => rule(journeyOf(path), settings));
      expectEqual(conversions, expected['credit_conversions']!);
      expectEqual(cents, expected['credit_value_cents']!, 5e-5);
    });

    it(`${name} allocates every cent as the reference`, () => {
      const cents = zeros();
      for (const path of paths) {
        if (path[2] === 0) continue;
        const { shares } = attribute(journeyOf(path), settings, { valueMinor: path[3] });
        for (const share of shares) {
          cents[channels.indexOf(share.affiliateId)]! += share.valueMinor;
        }
      }
      expect(cents).toEqual(expected['allocated_cents']);
    });
  }

  const vectors = Object.entries(reference.cents_samples).flatMap(([name, samples]) =>
    samples.map((sample): [string, (typeof samples)[number]] => [name, sample]),
  );
  it('splits the 450 reference orders to the same cents', () => {
    expect(vectors).toHaveLength(450);
    for (const [name, [index, parts]] of vectors) {
      const path = paths[index]!;
      const settings = settingsOf(heuristics[name]![1]);
      const { shares } = attribute(journeyOf(path), settings, { valueMinor: path[3] });
      const found = shares.map((share) => [channels.indexOf(share.affiliateId), share.valueMinor]);
      expect(found.sort(([a], [b]) => a! - b!)).toEqual(parts.toSorted(([a], [b]) => a - b));
    }
  });
});

const distinct = (steps: readonly number[]): string[] => [...new Set(steps)].map(nameOf).sort();

function setCounts(): SetCount[] {
  const counts = new Map<string, SetCount>();
  for (const [steps, , converted] of paths) {
    const affiliateIds = distinct(steps);
    const known = counts.get(setKey(affiliateIds)) ?? { affiliateIds, journeys: 0, conversions: 0 };
    counts.set(setKey(affiliateIds), {
      affiliateIds,
      journeys: known.journeys + 1,
      conversions: known.conversions + converted,
    });
  }
  return [...counts.values()];
}

function train(sets: readonly SetCount[]): TrainedModel {
  const rounds = fitRounds(sets);
  let round = rounds.next();
  while (round.done !== true) round = rounds.next();
  return {
    version: 1,
    conversions: sum(sets.map(({ conversions }) => conversions)),
    journeys: sum(sets.map(({ journeys }) => journeys)),
    prior: round.value,
    counts: new Map(sets.map((set) => [setKey(set.affiliateIds), set])),
  };
}

describe('data_driven on the 5,000 reference paths', () => {
  const sets = setCounts();
  const model = train(sets);
  const expectedEm = reference.exact['data_driven_noisy_or']!;
  const expected = reference.exact['data_driven_shapley_shrunk_m20']!;
  const bySets = (creditsOf: (ids: readonly string[]) => readonly number[]): number[] => {
    const conversions = zeros();
    for (const { affiliateIds, conversions: count } of sets) {
      if (count === 0) continue;
      const credits = creditsOf(affiliateIds);
      const total = sum(credits);
      affiliateIds.forEach((id, index) => {
        conversions[channels.indexOf(id)]! += (credits[index]! / total) * count;
      });
    }
    return conversions;
  };

  it(`fits the noisy-or to the reference’s strengths and leak in ${EM_ROUNDS} rounds`, () => {
    expect(model.prior.leak).toBeCloseTo(expectedEm['leak'] as unknown as number, 8);
    const strengths = channels.map((name) => model.prior.strengths.get(name)!);
    expectEqual(strengths, expectedEm['strength']!);
    const credits = bySets((ids) => ids.map((id) => -Math.log(1 - model.prior.strengths.get(id)!)));
    expectEqual(credits, expectedEm['credit_conversions']!);
  });

  it('credits Shapley with the prior as the reference', () => {
    expectEqual(
      bySets((ids) => creditsOfSet(model, ids)),
      expected['credit_conversions']!,
    );
    const examples = expected['example_shares'] as unknown as [number[], number[]][];
    expect(examples).toHaveLength(60);
    for (const [members, shares] of examples) {
      const credits = creditsOfSet(model, members.map(nameOf));
      const total = sum(credits);
      expectEqual(
        credits.map((credit) => credit / total),
        shares,
      );
    }
  });

  it('credits whole paths as it credits their sets', () => {
    const cents = zeros();
    const settings = settingsOf({ model: 'data_driven' });
    for (const path of paths) {
      if (path[2] === 0) continue;
      const { shares, modelVersion } = attribute(journeyOf(path), settings, {
        valueMinor: 1_000_000,
        trained: model,
      });
      expect(modelVersion).toBe('data_driven.1');
      for (const share of shares) {
        cents[channels.indexOf(share.affiliateId)]! += share.valueMinor / 1_000_000;
      }
    }
    expectEqual(cents, expected['credit_conversions']!, 1e-3);
  });

  it('equals the reference’s rate game without a prior, and the linear split of the cumulative game', () => {
    const rated = bySets((ids) =>
      shapleyValues(ids.length, (coalition) => {
        const members = ids.filter((_id, index) => (coalition & (1 << index)) !== 0);
        return members.length === 0 ? 0 : rateOf(model, members, 0);
      }),
    );
    expectEqual(rated, reference.exact['shapley_conv_rate']!['credit_conversions']!);
    const cumulative = bySets((ids) => ids.map(() => 1));
    expectEqual(cumulative, reference.exact['shapley_cumulative']!['credit_conversions']!);
  });

  const halfL1 = (found: readonly number[]): number => {
    const truth = reference.truth_incremental;
    return (
      sum(
        found.map((figure, index) => Math.abs(figure / sum(found) - truth[index]! / sum(truth))),
      ) / 2
    );
  };
  const ranks = (figures: readonly number[]): number[] =>
    figures.map((figure) => figures.filter((other) => other > figure).length);
  const rankCorrelation = (found: readonly number[]): number => {
    const own = ranks(found);
    const true_ = ranks(reference.truth_incremental);
    const squares = sum(own.map((rank, index) => (rank - true_[index]!) ** 2));
    return 1 - (6 * squares) / (own.length * (own.length ** 2 - 1));
  };

  it('is within 0.10 of the planted truth with a rank correlation of 0.95, where last_click is off by 0.25', () => {
    const credits = bySets((ids) => creditsOfSet(model, ids));
    expect(halfL1(credits)).toBeLessThanOrEqual(0.1);
    expect(rankCorrelation(credits)).toBeGreaterThanOrEqual(0.95);
    const last = credited((path) => lastClick(journeyOf(path), defaultSettings));
    expect(halfL1(last.conversions)).toBeGreaterThan(0.25);
  });
});

interface ReferencePath {
  readonly names: readonly string[];
  readonly conversions: number;
}

const pathsOf = (rows: readonly [string, number, number][]): ReferencePath[] =>
  rows.map(([path, conversions]) => ({ names: path.split('>'), conversions }));

describe('the small published cases', () => {
  const cases = reference.small_cases;
  for (const { name, paths: rows, credit, share } of cases) {
    if (rows === undefined || name.startsWith('markov')) continue;
    it(name, () => {
      const found = cumulative(pathsOf(rows));
      for (const [channel, figure] of Object.entries(credit ?? {})) {
        expect(found.get(channel)).toBeCloseTo(figure, 6);
      }
      const whole = sum([...found.values()]);
      for (const [channel, figure] of Object.entries(share ?? {})) {
        expect(found.get(channel)! / whole).toBeCloseTo(figure, 6);
      }
    });
  }

  /** Shapley values where a set is worth the conversions of all paths inside it. */
  function cumulative(given: readonly ReferencePath[]): Map<string, number> {
    const names = [...new Set(given.flatMap((path) => path.names))];
    const values = shapleyValues(names.length, (coalition) => {
      const isIn = (name: string): boolean => (coalition & (1 << names.indexOf(name))) !== 0;
      return sum(given.map((path) => (path.names.every(isIn) ? path.conversions : 0)));
    });
    return new Map(names.map((name, index) => [name, values[index]!]));
  }

  const find = (text: string): SmallCase => cases.find(({ name }) => name.includes(text))!;

  it(find('F/O/L').name, () => {
    const { worth, share } = find('F/O/L');
    const names = ['F', 'O', 'L'];
    const values = shapleyValues(3, (coalition) => {
      const members = names.filter((_name, index) => (coalition & (1 << index)) !== 0);
      const same = Object.entries(worth!).find(
        ([key]) => setKey(key.split('+')) === setKey(members),
      );
      return same?.[1] ?? 0;
    });
    expectEqual(
      values,
      names.map((name) => (share as Record<string, number>)[name]!),
    );
  });

  const normalised = (credits: readonly number[]): number[] =>
    credits.map((credit) => credit / sum(credits));
  const ofTouches = (hours: readonly number[]): Journey =>
    journeyOf([hours.map((_hour, index) => index), [...hours], 1, 0]);

  it(find('time decay').name, () => {
    const hours = [28, 21, 14, 7].map((days) => days * 24);
    const credits = timeDecay(ofTouches(hours), defaultSettings);
    expectEqual(normalised(credits), find('time decay').share as number[]);
  });

  it(find('position 40').name, () => {
    for (const [touches, shares] of Object.entries(find('position 40').share_by_touches!)) {
      const journey = ofTouches(Array.from({ length: Number(touches) }, (_, index) => 9 - index));
      expectEqual(normalised(positionBased(journey, defaultSettings)), shares);
    }
  });

  it(find('cents').name, () => {
    for (const { total, weights_by_touch_order: weights, parts } of find('cents').cases!) {
      const ranks = weights.map((_weight, index) => weights.length - 1 - index);
      expect(allocateLargestRemainder(total, weights, ranks)).toEqual(parts);
      const { touches } = ofTouches(weights.map(() => 1));
      const shares = sharesOf(touches, weights, total);
      const found = touches.map(
        ({ affiliateId }) => shares.find((one) => one.affiliateId === affiliateId)?.valueMinor,
      );
      expect(found).toEqual(parts);
    }
  });
});
