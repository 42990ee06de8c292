import fc from 'fast-check';
import { MINUTE_MS } from '@tributary/units';
import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import { freezeTierBonuses } from './tier-bonuses.ts';
import {
  bonusAt,
  type KnownTiers,
  PLATFORM_SCHEME,
  type TierMove,
  type TierVersion,
  withMove,
  withVersion,
} from './tiers.ts';

const START = Date.parse('2026-05-01T12:00:00Z');
const at = (minute: number): Date => new Date(START + minute * MINUTE_MS);
const version = (number: number, minute: number, ...percents: string[]): TierVersion => ({
  version: number,
  effectiveFrom: at(minute),
  bonuses: percents.map((bonusPercent, index) => ({ level: index + 1, bonusPercent })),
});
const nothing: KnownTiers = { versionsOf: () => [], movesOf: () => [] };

/** The known tiers after events in this order. */
function knownBy(
  versions: readonly (readonly [string, TierVersion])[],
  moves: readonly (readonly [string, TierMove])[],
): KnownTiers {
  const published = new Map<string, readonly TierVersion[]>();
  for (const [schemeId, added] of versions) {
    published.set(schemeId, withVersion(published.get(schemeId) ?? [], added));
  }
  const moved = new Map<string, readonly TierMove[]>();
  for (const [schemeId, added] of moves) {
    moved.set(schemeId, withMove(moved.get(schemeId) ?? [], added));
  }
  return {
    versionsOf: (schemeId) => published.get(schemeId) ?? [],
    movesOf: (_affiliateId, schemeId) => moved.get(schemeId) ?? [],
  };
}

describe('bonusAt', () => {
  const whose = { affiliateId: 'anna', campaignId: 'campaign' };
  const platform = [PLATFORM_SCHEME, version(1, 0, '1', '5', '10')] as const;
  const bonus = (known: KnownTiers, minute: number): string => bonusAt(known, whose, at(minute));

  it('is the lowest tier’s for an affiliate without moves, and 0 without known tiers', () => {
    expect(bonus(knownBy([platform], []), 1)).toBe('1');
    expect(bonus(nothing, 1)).toBe('0');
  });

  it('is that of the level at that time, from the move on', () => {
    const known = knownBy([platform], [[PLATFORM_SCHEME, { level: 2, at: at(5) }]]);
    expect([4, 5, 6].map((minute) => bonus(known, minute))).toEqual(['1', '5', '5']);
  });

  it('follows the version at that time, with the next lower tier for a removed one', () => {
    const fewer = [PLATFORM_SCHEME, version(2, 9, '2', '7')] as const;
    const known = knownBy([platform, fewer], [[PLATFORM_SCHEME, { level: 3, at: at(5) }]]);
    expect([8, 9].map((minute) => bonus(known, minute))).toEqual(['10', '7']);
  });

  it('follows the campaign’s own tiers and moves where it has some', () => {
    const own = ['campaign', version(1, 3, '0', '50')] as const;
    const high = [PLATFORM_SCHEME, { level: 3, at: at(0) }] as const;
    expect([2, 3].map((minute) => bonus(knownBy([platform, own], [high]), minute))).toEqual([
      '10',
      '0',
    ]);
    const both = knownBy([platform, own], [high, ['campaign', { level: 2, at: at(4) }]]);
    expect(bonus(both, 4)).toBe('50');
  });

  it('is the same for events of tiers in any order and repetition', () => {
    const numbersOnce = fc.uniqueArray(fc.integer({ min: 1, max: 20 }), { minLength: 1 });
    const order = fc.infiniteStream(fc.nat());
    fc.assert(
      fc.property(numbersOnce, numbersOnce, order, (numbers, levels, random) => {
        const shuffled = <T>(all: readonly T[]): T[] =>
          [...all, ...all]
            .map((one) => ({ one, rank: random.next().value }))
            .toSorted((a, b) => a.rank - b.rank)
            .map(({ one }) => one);
        const sorted = (all: readonly number[]) => all.toSorted((a, b) => a - b);
        const versions = sorted(numbers).map(
          (number) => [PLATFORM_SCHEME, version(number, number, '1', String(number))] as const,
        );
        const moves = sorted(levels).map(
          (minute) => [PLATFORM_SCHEME, { level: 1 + (minute % 2), at: at(minute) }] as const,
        );
        const inOrder = knownBy(versions, moves);
        const otherwise = knownBy(shuffled(versions), shuffled(moves));
        expect(otherwise.versionsOf(PLATFORM_SCHEME)).toEqual(inOrder.versionsOf(PLATFORM_SCHEME));
        expect(otherwise.movesOf('anna', PLATFORM_SCHEME)).toEqual(
          inOrder.movesOf('anna', PLATFORM_SCHEME),
        );
        expect(bonus(otherwise, 30)).toBe(bonus(inOrder, 30));
      }),
    );
  });
});

describe('freezeTierBonuses', () => {
  it('stores the bonus of each credited affiliate, once', () => {
    const conversion = aStoredConversion({ affiliateIds: ['anna'], createdAt: at(1) });
    const five = knownBy([[PLATFORM_SCHEME, version(1, 0, '5')]], []);
    const frozen = freezeTierBonuses(conversion, five);
    expect(frozen.tierBonuses).toEqual({ anna: '5' });
    const nine = knownBy([[PLATFORM_SCHEME, version(2, 0, '9')]], []);
    expect(freezeTierBonuses(frozen, nine)).toBe(frozen);
    expect(
      freezeTierBonuses({ ...frozen, affiliateIds: ['bela', 'anna'] }, nine).tierBonuses,
    ).toEqual({
      anna: '5',
      bela: '9',
    });
  });
});
