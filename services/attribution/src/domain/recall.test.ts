import fc from 'fast-check';
import { estimateRecall } from './recall.ts';

describe('the share of fraud that is found', () => {
  it('is not known before orders that nobody suspected were reviewed', () => {
    expect(estimateRecall({ found: 5, unflagged: 900, sampled: 0, sampledFraud: 0 })).toBeNull();
    expect(estimateRecall({ found: 0, unflagged: 900, sampled: 9, sampledFraud: 0 })).toBeNull();
  });

  it('counts each drawn order for all that were not flagged', () => {
    const { estimate } =
      estimateRecall({ found: 90, unflagged: 1_000, sampled: 100, sampledFraud: 1 }) ?? {};
    expect(estimate).toBeCloseTo(0.9, 10);
  });

  it('lies in an interval that shrinks as more orders are drawn', () => {
    const part = fc.record({
      found: fc.integer({ min: 1, max: 500 }),
      unflagged: fc.integer({ min: 1_000, max: 100_000 }),
      sampled: fc.integer({ min: 10, max: 500 }),
      sampledFraud: fc.nat(10),
    });
    fc.assert(
      fc.property(part, (counts) => {
        const one = estimateRecall(counts);
        const { sampled, sampledFraud } = counts;
        const more = { ...counts, sampled: 4 * sampled, sampledFraud: 4 * sampledFraud };
        const many = estimateRecall(more);
        if (one === null || many === null) throw new Error('Both have reviews');
        expect(one.low).toBeLessThanOrEqual(one.estimate + 1e-12);
        expect(one.high).toBeGreaterThanOrEqual(one.estimate - 1e-12);
        expect(many.high - many.low).toBeLessThanOrEqual(one.high - one.low + 1e-12);
      }),
    );
  });

  it('contains the truth in about 95 of 100 draws', () => {
    // 10,000 orders without a flag, 200 of them fraud; 800 fraud orders were flagged.
    let inside = 0;
    let state = 7;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    for (let draw = 0; draw < 400; draw += 1) {
      let sampledFraud = 0;
      for (let index = 0; index < 300; index += 1) if (random() < 0.02) sampledFraud += 1;
      const recall = estimateRecall({ found: 800, unflagged: 10_000, sampled: 300, sampledFraud });
      if (recall !== null && recall.low <= 0.8 && recall.high >= 0.8) inside += 1;
    }
    expect(inside / 400).toBeGreaterThan(0.92);
  });
});
