import fc from 'fast-check';
import { DAY_MS } from '@tributary/units';
import {
  decideTier,
  defaultScheme,
  freezeTier,
  holdDaysOf,
  levelAt,
  schemeInForce,
  type TierChange,
  tierOfLevel,
  type TierScheme,
} from './tier.ts';

const START = new Date('2026-01-01T00:00:00.000Z');
const at = (day: number): Date => new Date(START.getTime() + day * DAY_MS);
const scheme = defaultScheme(START);
const change = (number: number, toLevel: number, day: number): TierChange => ({
  affiliateId: 'anna',
  schemeId: scheme.schemeId,
  number,
  fromLevel: 1,
  toLevel,
  schemeVersion: 1,
  conversions: 0,
  revenueMinor: 0,
  at: at(day),
});

describe('the default tiers', () => {
  it('are those of the contract', () => {
    const rows = scheme.tiers.map(
      ({ name, level, bonusPercent, minConversions, minRevenueMinor }) => [
        ...[name, level, bonusPercent, minConversions, minRevenueMinor],
      ],
    );
    expect(rows).toEqual([
      ['Bronze', 1, '0', 0, 0],
      ['Silver', 2, '5', 25, 250_000],
      ['Gold', 3, '10', 100, 1_000_000],
      ['Platinum', 4, '15', 500, 5_000_000],
    ]);
    expect([scheme.periodDays, scheme.allowDowngrade]).toEqual([30, false]);
  });
});

describe('decideTier', () => {
  const levelOf = (given: TierScheme, level: number, conversions: number, revenueMinor: number) =>
    decideTier(given, level, { conversions, revenueMinor })?.level;

  it('moves up when both thresholds are met, by several levels at once', () => {
    expect(levelOf(scheme, 1, 25, 249_999)).toBeUndefined();
    expect(levelOf(scheme, 1, 24, 250_000)).toBeUndefined();
    expect(levelOf(scheme, 1, 25, 250_000)).toBe(2);
    expect(levelOf(scheme, 1, 600, 6_000_000)).toBe(4);
    expect(levelOf(scheme, 4, 600, 6_000_000)).toBeUndefined();
  });

  it('moves down only where the scheme allows it', () => {
    expect(levelOf(scheme, 3, 0, 0)).toBeUndefined();
    expect(levelOf({ ...scheme, allowDowngrade: true }, 3, 30, 300_000)).toBe(2);
    expect(levelOf({ ...scheme, allowDowngrade: true }, 3, 0, 0)).toBe(1);
  });

  it('skips inactive tiers', () => {
    const tiers = scheme.tiers.map((tier) => ({ ...tier, isActive: tier.level !== 2 }));
    expect(levelOf({ ...scheme, tiers }, 1, 50, 500_000)).toBeUndefined();
    expect(tierOfLevel({ ...scheme, tiers }, 2)?.level).toBe(1);
  });

  it('never chooses a tier whose thresholds are not met', () => {
    const nat = fc.nat(1_000);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        nat,
        fc.nat(6_000_000),
        (level, count, revenue) => {
          const to = decideTier({ ...scheme, allowDowngrade: true }, level, {
            conversions: count,
            revenueMinor: revenue,
          });
          if (to === undefined) return;
          expect(to.level).not.toBe(level);
          expect(to.minConversions <= count && to.minRevenueMinor <= revenue).toBe(true);
        },
      ),
    );
  });
});

describe('the tier of a conversion', () => {
  it('is the tier in force when it was tracked, not when it is approved', () => {
    const known = { schemes: [scheme], changes: [change(1, 2, 10), change(2, 3, 20)] };
    const bonusAt = (day: number) => freezeTier(known, 'campaign', at(day))?.bonusPercent;
    expect([bonusAt(9), bonusAt(10), bonusAt(19), bonusAt(25)]).toEqual(['0', '5', '5', '10']);
    expect(levelAt(known.changes, scheme, at(0))).toBe(1);
  });

  it('follows the version of the scheme in force then', () => {
    const tiers = scheme.tiers.map((tier) => ({ ...tier, bonusPercent: '50' }));
    const second = { ...scheme, version: 2, effectiveFrom: at(15), tiers };
    const known = { schemes: [scheme, second], changes: [change(1, 2, 10)] };
    expect(freezeTier(known, 'campaign', at(14))).toMatchObject({
      schemeVersion: 1,
      bonusPercent: '5',
    });
    expect(freezeTier(known, 'campaign', at(15))).toMatchObject({
      schemeVersion: 2,
      bonusPercent: '50',
    });
    expect(schemeInForce(known.schemes, 'another', at(15))).toBeUndefined();
  });

  it('is the campaign’s own tier from the moment on which the campaign has tiers', () => {
    const own = { ...scheme, schemeId: 'campaign', effectiveFrom: at(5) };
    const known = { schemes: [scheme, own], changes: [change(1, 4, 1)] };
    expect(freezeTier(known, 'campaign', at(4))).toMatchObject({ schemeId: 'platform', level: 4 });
    expect(freezeTier(known, 'campaign', at(6))).toMatchObject({ schemeId: 'campaign', level: 1 });
  });

  it('halves the hold with early payout, in whole days', () => {
    const gold = freezeTier({ schemes: [scheme], changes: [change(1, 3, 0)] }, 'campaign', at(1));
    expect([holdDaysOf(7, gold), holdDaysOf(1, gold), holdDaysOf(7, null)]).toEqual([3, 0, 7]);
  });
});
