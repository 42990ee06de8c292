import fc from 'fast-check';
import { ramp, scoreOf, type Signal } from './fraud-score.ts';

const micro = (figure: number): number => Math.round(figure * 1_000_000);

const aSignal: fc.Arbitrary<Omit<Signal, 'factor'>> = fc.record({
  value: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  weight: fc.double({ min: 0, max: 0.95, noNaN: true }),
  evidence: fc.constant('seen'),
});
const signals: fc.Arbitrary<Signal[]> = fc
  .array(aSignal, { maxLength: 12 })
  .map((list) => list.map((signal, index) => ({ ...signal, factor: `factor_${String(index)}` })));

describe('scoreOf', () => {
  it('makes contributions that sum to the score, to its last decimal', () => {
    fc.assert(
      fc.property(signals, (given) => {
        const { fraudScore, factors } = scoreOf(given);
        const sum = factors.reduce((total, { contribution }) => total + micro(contribution), 0);
        expect(sum).toBe(micro(fraudScore));
        for (const { contribution } of factors) expect(contribution).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('does not depend on the order of the signals', () => {
    const shuffled = signals.chain((given) =>
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

  it('is the noisy-or: at least the strongest part, at most the sum, below 1', () => {
    fc.assert(
      fc.property(signals, (given) => {
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

  it('grows with every signal', () => {
    fc.assert(
      fc.property(signals, aSignal, (given, more) => {
        const { fraudScore } = scoreOf([...given, { ...more, factor: 'more' }]);
        expect(fraudScore).toBeGreaterThanOrEqual(scoreOf(given).fraudScore);
      }),
    );
  });

  it('names what is not available and counts it for nothing', () => {
    fc.assert(
      fc.property(signals, (given) => {
        const available = given.filter(({ value }) => value !== null);
        const { fraudScore, factors } = scoreOf(given);
        expect(fraudScore).toBe(scoreOf(available).fraudScore);
        expect(factors).toHaveLength(given.length);
      }),
    );
  });

  it('gives a factor alone the whole score, and two of them by their logarithms', () => {
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

  it('is nothing for no signals', () => {
    expect(scoreOf([])).toEqual({ fraudScore: 0, factors: [] });
  });
});

describe('ramp', () => {
  it('rises or falls between its ends and is level outside', () => {
    expect([1, 2, 3.5, 5, 9].map((value) => ramp(value, 2, 5))).toEqual([0, 0, 0.5, 1, 1]);
    expect([20, 15, 8, 0].map((value) => ramp(value, 15, 8))).toEqual([0, 0, 1, 1]);
  });
});
