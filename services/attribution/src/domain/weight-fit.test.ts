import fc from 'fast-check';
import { type Calibration, handSet, probabilityOf, USUAL_SLOPE } from './calibration.ts';
import { type Example, fitWeights, type FitStrength, usualStrength } from './weight-fit.ts';

const FACTORS = ['one', 'two', 'three'] as const;
const NO_PRIOR: FitStrength = { slopes: 1e-6, base: 1e-6, brands: 1e6 };

function fit(examples: readonly Example[], prior: Calibration = handSet, strength?: FitStrength) {
  const rounds = fitWeights(examples, prior, strength);
  for (;;) {
    const round = rounds.next();
    if (round.done === true) return round.value;
  }
}

const anExample: fc.Arbitrary<Example> = fc.record({
  logs: fc
    .dictionary(fc.constantFrom(...FACTORS), fc.double({ min: 0, max: 3, noNaN: true }))
    .map((logs) => new Map(Object.entries(logs))),
  isFraud: fc.boolean(),
  brandId: fc.constantFrom('a', 'b'),
  weight: fc.double({ min: 0.1, max: 70, noNaN: true }),
});
const examples = fc.array(anExample, { maxLength: 40 });

/** Numbers from 0 to 1 that are the same in every run. */
function openRandom(seed: number) {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

/** Orders whose fraud follows planted weights. */
function plant(count: number, slopes: Readonly<Record<string, number>>, offsets = { a: 0, b: 0 }) {
  const random = openRandom(11);
  return Array.from({ length: count }, (): Example => {
    const logs = new Map(
      FACTORS.flatMap((name) => (random() < 0.3 ? [[name, random()] as const] : [])),
    );
    const brandId = random() < 0.5 ? 'a' : 'b';
    const evidence = [...logs].reduce((sum, [name, log]) => sum + (slopes[name] ?? 0) * log, 0);
    const isFraud = random() < probabilityOf(-3 + offsets[brandId] + evidence);
    return { logs, isFraud, brandId, weight: 1 };
  });
}

const planted = { one: 8, two: 3, three: 0 };

describe('fitted weights', () => {
  it('are the prior’s where nothing is known', () => {
    expect(fit([])).toEqual({ base: handSet.base, slopes: {}, brandOffsets: {} });
    const { base, slopes } = fit(plant(5, planted));
    expect(base).toBeCloseTo(handSet.base, 0);
    for (const slope of Object.values(slopes))
      expect(Math.abs(slope - USUAL_SLOPE)).toBeLessThan(1);
  });

  it('find planted weights, and leave what means nothing at 0', () => {
    const { base, slopes } = fit(plant(20_000, planted), handSet, NO_PRIOR);
    expect(Math.abs(base + 3)).toBeLessThan(0.2);
    expect(Math.abs((slopes['one'] ?? 0) - 8)).toBeLessThan(0.6);
    expect(Math.abs((slopes['two'] ?? 0) - 3)).toBeLessThan(0.4);
    expect(slopes['three'] ?? 0).toBeLessThan(0.2);
  });

  it('give a brand with more fraud an offset of its own', () => {
    const { brandOffsets } = fit(plant(10_000, planted, { a: 1, b: -1 }));
    expect((brandOffsets['a'] ?? 0) - (brandOffsets['b'] ?? 0)).toBeGreaterThan(1.6);
  });

  it('are calibrated: of orders with a probability of about one half, half are fraud', () => {
    const known = plant(20_000, planted);
    const { base, slopes } = fit(known);
    const near = known.filter(({ logs }) => {
      const evidence = [...logs].reduce((sum, [name, log]) => sum + (slopes[name] ?? 0) * log, 0);
      return Math.abs(probabilityOf(base + evidence) - 0.5) < 0.1;
    });
    const share = near.filter(({ isFraud }) => isFraud).length / near.length;
    expect(Math.abs(share - 0.5)).toBeLessThan(0.05);
  });

  it('are never negative', () => {
    fc.assert(
      fc.property(examples, (given) => {
        for (const slope of Object.values(fit(given).slopes)) {
          expect(slope).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });

  it('do not depend on the order of the examples, and count two alike as one of twice the weight', () => {
    fc.assert(
      fc.property(examples, (given) => {
        const fitted = fit(given);
        const twice = given.map((one) => ({ ...one, weight: 2 * one.weight }));
        const doubled = fit([...given, ...given]);
        const others = [fit(given.toReversed()), fitted, fit(twice), doubled] as const;
        for (const [one, other] of [others.slice(0, 2), others.slice(2)]) {
          expect(one?.base).toBeCloseTo(other?.base ?? NaN, 3);
          for (const name of FACTORS) {
            expect(one?.slopes[name] ?? 0).toBeCloseTo(other?.slopes[name] ?? 0, 3);
          }
        }
      }),
      { numRuns: 20 },
    );
  });

  it('are the best ones: no small step to either side fits better', () => {
    const lossOf = (given: readonly Example[], base: number, slopes: Record<string, number>) =>
      given.reduce(
        (sum, { logs, isFraud, weight }) => {
          const odds = [...logs].reduce(
            (total, [name, log]) => total + (slopes[name] ?? USUAL_SLOPE) * log,
            base,
          );
          return sum - weight * Math.log(probabilityOf(isFraud ? odds : -odds));
        },
        0.5 * usualStrength.base * (base - handSet.base) ** 2 +
          Object.values(slopes).reduce(
            (sum, slope) =>
              sum + 0.5 * usualStrength.slopes * ((slope - USUAL_SLOPE) / USUAL_SLOPE) ** 2,
            0,
          ),
      );
    fc.assert(
      fc.property(examples, (given) => {
        const strength = { ...usualStrength, brands: 1e12 };
        const { base, slopes } = fit(given, handSet, strength);
        const best = lossOf(given, base, slopes);
        for (const step of [-0.01, 0.01]) {
          expect(lossOf(given, base + step, slopes)).toBeGreaterThanOrEqual(best - 1e-6);
          for (const name of Object.keys(slopes)) {
            const moved = Math.max(0, (slopes[name] ?? 0) + step);
            const other = lossOf(given, base, { ...slopes, [name]: moved });
            expect(other).toBeGreaterThanOrEqual(best - 1e-6);
          }
        }
      }),
      { numRuns: 20 },
    );
  });
});
