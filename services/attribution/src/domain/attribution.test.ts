import fc from 'fast-check';
import { attribute, defaultSettings, sharesOf, type Touch, WHOLE_CREDIT } from './attribution.ts';

const touch = (affiliateId: string, clickId: string | null = null): Touch => ({
  affiliateId,
  clickId,
  linkId: null,
});
const affiliate = fc.constantFrom('a', 'b', 'c', 'd');
const steps = fc.array(fc.tuple(affiliate, fc.nat(1_000)), { minLength: 1, maxLength: 20 });
const value = fc.nat(1_000_000_000);

describe('attribute', () => {
  it('gives all to the last touch', () => {
    const path = [touch('a', '1'), touch('b', '2'), touch('a', '3'), touch('c', '4')];
    expect(attribute(path, defaultSettings, 12_345)).toEqual({
      model: 'last_click',
      modelVersion: 'last_click.1',
      shares: [
        { affiliateId: 'c', clickId: '4', linkId: null, weight: WHOLE_CREDIT, valueMinor: 12_345 },
      ],
    });
  });

  it('credits nobody where there is no path', () => {
    expect(attribute([], defaultSettings, 12_345).shares).toEqual([]);
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

  it('adds up what one affiliate’s touches get and names the latest of them', () => {
    const path = [touch('a', '1'), touch('b', '2'), touch('a', '3')];
    expect(sharesOf(path, [1, 1, 1], 100)).toEqual([
      { affiliateId: 'a', clickId: '3', linkId: null, weight: 666_666_666_667, valueMinor: 67 },
      { affiliateId: 'b', clickId: '2', linkId: null, weight: 333_333_333_333, valueMinor: 33 },
    ]);
  });

  it('hands a cent that cannot be split to the most recent', () => {
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
