import { requiresReview } from './review.ts';

describe('requiresReview', () => {
  it('marks every order of a pixel, because its requests carry no signature', () => {
    expect(requiresReview({ source: 'pixel' })).toBe(true);
    const score = { fraudScore: 0, reviewThreshold: 0.5 };
    expect(requiresReview({ source: 'pixel', unpayableReason: null, score })).toBe(true);
  });

  it('marks an order that earns only by approval, whatever its score', () => {
    const score = { fraudScore: 0, reviewThreshold: 0.5 };
    expect(requiresReview({ source: 'direct', unpayableReason: 'bot_click', score })).toBe(true);
  });

  it('marks an order whose fraud score exceeds the threshold, not one that equals it', () => {
    const reviewThreshold = 0.5;
    const isMarked = (fraudScore: number): boolean =>
      requiresReview({ source: 'direct', score: { fraudScore, reviewThreshold } });
    expect([isMarked(0.5), isMarked(0.51)]).toEqual([false, true]);
  });

  it('marks no order without any of these', () => {
    expect(requiresReview({ source: 'plugin', unpayableReason: null })).toBe(false);
  });
});
