import { inventRedTeamTraffic } from '@tributary/traffic';
import { type JudgedOrder, judgeWorld } from './judge-world.ts';
import { foundShare, heldShare, moneyAt, precisionAt, worldTargets } from './world-figures.ts';
import { worldReportOf } from './world-report.ts';

const START = new Date('2026-03-01T00:00:00.000Z');

const anOrder = (given: Partial<JudgedOrder>): JudgedOrder => ({
  attack: null,
  segment: null,
  isVictims: false,
  day: 10,
  commissionMinor: 100,
  firstScore: 0,
  lastScore: 0,
  isRefunded: false,
  factors: [],
  firstFactors: [],
  ...given,
});
const fraud = { attack: 'carding' } as const;

describe('figures of judged orders', () => {
  it('count an attack as found when any verdict before its payout found it', () => {
    const orders = [
      anOrder({ ...fraud, firstScore: 0.8, lastScore: 0.2 }),
      anOrder({ ...fraud, lastScore: 0.8 }),
      anOrder(fraud),
      anOrder({ ...fraud, lastScore: 0.5 }),
    ];
    expect(foundShare(orders)).toBe(0.5);
    expect(heldShare(orders, 'firstScore')).toBe(0.25);
  });

  it('show precision as if three orders in a hundred were fraud', () => {
    const orders = [
      anOrder({ ...fraud, lastScore: 1 }),
      anOrder({ lastScore: 1 }),
      ...Array.from({ length: 96 }, () => anOrder({})),
    ];
    expect(precisionAt(orders, 'lastScore')).toBeCloseTo(0.03 / (0.03 + 0.97 / 97), 6);
  });

  it('weigh what a threshold holds of the honest against the fraud that it pays', () => {
    const orders = [
      anOrder({ lastScore: 0.6 }),
      anOrder({ firstScore: 0.6 }),
      anOrder({ ...fraud, lastScore: 0.6 }),
      anOrder(fraud),
      anOrder({ ...fraud, isRefunded: true }),
    ];
    expect(moneyAt(orders, 0.5)).toEqual({
      honestMinor: 200,
      heldMinor: 100,
      releasedMinor: 100,
      heldDaysMinor: 1_400,
      fraudMinor: 200,
      fraudPaidMinor: 100,
    });
    expect(moneyAt(orders, 0.7)).toMatchObject({ heldMinor: 0, fraudPaidMinor: 200 });
  });
});

describe('a world judged in memory', () => {
  const traffic = inventRedTeamTraffic({
    seed: 3,
    segment: 'campus',
    attack: 'rival_bombing',
    start: START,
    orders: 150,
    hashEmail: (text) => text,
  });
  const judged = judgeWorld(traffic, START);

  it('gives each order a verdict whose reasons add up to it', () => {
    expect(judged.orders).toHaveLength(traffic.world.conversions.length);
    for (const { lastScore, factors } of judged.orders) {
      const sum = factors.reduce((total, { contribution }) => total + contribution, 0);
      expect(sum).toBeCloseTo(lastScore, 9);
    }
    expect(judged.orders.some(({ isVictims }) => isVictims)).toBe(true);
    expect(judged.orders.filter(({ segment }) => segment === 'campus').length).toBeGreaterThan(5);
  });

  it('is reported with each target as met or missed', () => {
    const worlds = [{ seed: 3, kind: 'red team' as const, ...judged }];
    const report = worldReportOf(worlds);
    for (const { name } of worldTargets(worlds)) expect(report).toContain(name);
    expect(report).toMatch(/\| (met|MISSED)/);
  });
});
