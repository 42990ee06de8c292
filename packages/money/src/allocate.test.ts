import fc from 'fast-check';
import {
  allocateLargestRemainder,
  exactPercentOf,
  multiply,
  rational,
  roundHalfEven,
  splitExact,
  sumMinor,
  toIntegerWeights,
} from './index.ts';
import samples from './fixtures/cents-samples.json' with { type: 'json' };

const aTotal = fc.integer({ min: 0, max: 1_000_000_000_000 });
const someWeights = fc
  .array(fc.integer({ min: 0, max: 1_000_000_000 }), { minLength: 1, maxLength: 12 })
  .filter((weights) => weights.some((weight) => weight > 0));

type Sample = Readonly<{ model: string; touches: number[]; hours: number[]; valueMinor: number }>;

function touchWeights({ model, touches, hours }: Sample): bigint[] {
  if (model.startsWith('time_decay')) {
    const raw = hours.map((hour) => 2 ** (-hour / 168));
    const sum = raw.reduce((left, right) => left + right, 0);
    return toIntegerWeights(raw.map((weight) => weight / sum));
  }
  const middle = touches.length - 2;
  if (model === 'linear' || middle <= 0) return touches.map(() => 1n);
  const last = touches.length - 1;
  return touches.map((_, at) => (at === 0 || at === last ? 40n * BigInt(middle) : 20n));
}

/** One part per affiliate, by id, as the reference lists them. */
function allocateSample(sample: Sample): [affiliate: number, minor: number][] {
  const weights = touchWeights(sample);
  const affiliates = [...new Set(sample.touches)].sort((a, b) => a - b);
  const sums = affiliates.map((affiliate) =>
    sample.touches.reduce(
      (sum, touch, at) => (touch === affiliate ? sum + (weights[at] ?? 0n) : sum),
      0n,
    ),
  );
  const ranks = affiliates.map((affiliate) => -sample.touches.lastIndexOf(affiliate));
  const parts = allocateLargestRemainder(sample.valueMinor, sums, ranks);
  return affiliates.map((affiliate, at) => [affiliate, parts[at] ?? 0]);
}

describe('allocateLargestRemainder', () => {
  it.each(samples)('gives the reference cents of $model for $touches', (sample) => {
    expect(allocateSample(sample)).toEqual(sample.parts);
  });

  it('is the true largest remainder: 100 by 1:2:4 is 14, 29, 57', () => {
    expect(allocateLargestRemainder(100, [1, 2, 4])).toEqual([14, 29, 57]);
  });

  it('gives parts that sum to the total, each within one unit of its quota', () => {
    fc.assert(
      fc.property(aTotal, someWeights, (total, weights) => {
        const parts = allocateLargestRemainder(total, weights);
        expect(sumMinor(parts)).toBe(total);
        const sum = BigInt(sumMinor(weights));
        for (const [at, part] of parts.entries()) {
          const off = BigInt(part) * sum - BigInt(total) * BigInt(weights[at] ?? 0);
          expect(off < sum && -off < sum).toBe(true);
        }
      }),
    );
  });

  it('does not depend on the order of the input, given ranks', () => {
    const rotated = <T>(items: readonly T[], by: number): T[] => [
      ...items.slice(by),
      ...items.slice(0, by),
    ];
    fc.assert(
      fc.property(aTotal, someWeights, fc.nat(), (total, weights, turn) => {
        const by = turn % weights.length;
        const ranks = weights.map((_, at) => at);
        const straight = allocateLargestRemainder(total, weights, ranks);
        const turned = allocateLargestRemainder(total, rotated(weights, by), rotated(ranks, by));
        expect(turned).toEqual(rotated(straight, by));
      }),
    );
  });

  it('gives nothing to a weight of zero', () => {
    fc.assert(
      fc.property(aTotal, someWeights, (total, weights) => {
        const parts = allocateLargestRemainder(total, weights);
        for (const [at, part] of parts.entries()) if (weights[at] === 0) expect(part).toBe(0);
      }),
    );
  });

  it('splits refunds over what is left so that no part falls below zero, and the last leaves none', () => {
    fc.assert(
      fc.property(
        aTotal,
        someWeights,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (total, weights, shares) => {
          let left = allocateLargestRemainder(total, weights);
          for (const share of [...shares, 1]) {
            const rest = sumMinor(left);
            if (rest === 0) break;
            const refund = Math.min(rest, Math.ceil(rest * share));
            const taken = allocateLargestRemainder(refund, left);
            left = left.map((part, at) => part - (taken[at] ?? 0));
            expect(Math.min(...left)).toBeGreaterThanOrEqual(0);
            expect(Math.min(...taken)).toBeGreaterThanOrEqual(0);
          }
          expect(sumMinor(left)).toBe(0);
        },
      ),
    );
  });

  it('gives zeros for a total of zero', () => {
    expect(allocateLargestRemainder(0, [3, 1])).toEqual([0, 0]);
    expect(allocateLargestRemainder(0, [0, 0])).toEqual([0, 0]);
    expect(allocateLargestRemainder(0, [])).toEqual([]);
  });

  it('breaks ties by rank, else by the order given', () => {
    expect(allocateLargestRemainder(100, [1, 1, 1])).toEqual([34, 33, 33]);
    expect(allocateLargestRemainder(100, [1, 1, 1], [2, 1, 0])).toEqual([33, 33, 34]);
  });

  it('refuses what cannot be split', () => {
    expect(() => allocateLargestRemainder(1, [0, 0])).toThrow('sum to zero');
    expect(() => allocateLargestRemainder(1, [])).toThrow('sum to zero');
    expect(() => allocateLargestRemainder(-1, [1])).toThrow('negative');
    expect(() => allocateLargestRemainder(1, [1, -1n as never])).toThrow('negative');
    expect(() => allocateLargestRemainder(0.5, [1])).toThrow(RangeError);
    expect(() => allocateLargestRemainder(1, [1, 1], [0])).toThrow('tie rank');
  });
});

describe('splitExact', () => {
  it('splits 10 % of 100.00 among three into 3.34, 3.33, 3.33', () => {
    const third = multiply(exactPercentOf(10_000, '10'), rational(1, 3));
    expect(splitExact([third, third, third])).toEqual({
      totalMinor: 1000,
      partsMinor: [334, 333, 333],
    });
    expect(splitExact([third, third, third], [1, 2, 0]).partsMinor).toEqual([333, 333, 334]);
  });

  it('rounds the sum once, not the parts: four halves of a cent are two cents', () => {
    const half = rational(1, 2);
    expect(splitExact([half, half, half, half])).toEqual({
      totalMinor: 2,
      partsMinor: [1, 1, 0, 0],
    });
    expect(splitExact([half])).toEqual({ totalMinor: 0, partsMinor: [0] });
  });

  it('gives nothing to nobody and refuses a negative part', () => {
    expect(splitExact([])).toEqual({ totalMinor: 0, partsMinor: [] });
    expect(() => splitExact([rational(-1, 2)])).toThrow(RangeError);
  });

  it('sums to the half-even sum, each part within one unit of its exact value', () => {
    const aPart = fc.tuple(aTotal, fc.integer({ min: 1, max: 10_000 }));
    fc.assert(
      fc.property(fc.array(aPart, { maxLength: 8 }), (pairs) => {
        const exact = pairs.map(([numerator, denominator]) => rational(numerator, denominator));
        const { totalMinor, partsMinor } = splitExact(exact);
        expect(sumMinor(partsMinor)).toBe(totalMinor);
        const common = pairs.reduce(
          (product, [, denominator]) => product * BigInt(denominator),
          1n,
        );
        const scaled = pairs.map(([n, d]) => (BigInt(n) * common) / BigInt(d));
        const sum = scaled.reduce((left, right) => left + right, 0n);
        expect(BigInt(totalMinor)).toBe(roundHalfEven(sum, common));
        for (const [at, part] of partsMinor.entries()) {
          const off = BigInt(part) * common - (scaled[at] ?? 0n);
          expect(off < common && -off < common).toBe(true);
        }
      }),
    );
  });
});

describe('toIntegerWeights', () => {
  it('keeps shares at twelve decimals', () => {
    expect(toIntegerWeights([0.5, 1 / 3, 0])).toEqual([500_000_000_000n, 333_333_333_333n, 0n]);
  });

  it.each([-0.1, Number.NaN, Infinity])('refuses %p', (weight) => {
    expect(() => toIntegerWeights([weight])).toThrow(RangeError);
  });
});
