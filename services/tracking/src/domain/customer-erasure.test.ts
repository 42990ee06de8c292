import {
  type ErasureProgress,
  firstProgress,
  identifiersOf,
  progressAfter,
  storedSearchOf,
} from './customer-erasure.ts';

const byId = (value: string) => ({ by: 'customer_id' as const, value });

describe('an erasure', () => {
  it('searches for every identifier twice, and ends', () => {
    const steps: [ErasureProgress['pass'], number][] = [];
    let progress: ErasureProgress | undefined = firstProgress;
    while (progress !== undefined) {
      steps.push([progress.pass, progress.at]);
      progress = progressAfter(progress, undefined, 2);
    }
    expect(steps).toEqual([
      [1, 0],
      [1, 1],
      [2, 0],
      [2, 1],
    ]);
  });

  it('goes on behind the last order of a step', () => {
    expect(progressAfter(firstProgress, 'order-100', 1)).toEqual({
      ...firstProgress,
      position: 'order-100',
    });
  });

  it('stores one identifier as it is, and several in one field', () => {
    const [one, other] = [byId('c-1'), byId('c-2')];
    expect(storedSearchOf([one])).toEqual({ by: 'customer_id', search: 'c-1' });
    for (const identifiers of [[one], [one, other]]) {
      expect(identifiersOf(storedSearchOf(identifiers))).toEqual(identifiers);
    }
  });
});
