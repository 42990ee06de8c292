import { periodsAt } from '@tributary/contracts';
import { roundHalfEven, toMinor } from '@tributary/money';
import { aCampaign } from '@tributary/testing';
import fc from 'fast-check';
import { aStoredConversion } from '../testing/a-stored-conversion.ts';
import {
  capChanges,
  capUseOf,
  correctionFor,
  counted,
  type Counts,
  decideCaps,
  decideCredit,
} from './caps.ts';

const none = { daily: null, weekly: null, monthly: null, total: null };
const NOW = new Date('2026-05-01T12:00:00Z');
const aLimitedCampaign = (limits: {
  conversions?: object;
  commissionMinor?: object;
  budget?: object;
}) =>
  aCampaign({
    caps: {
      clicks: none,
      conversions: { ...none, ...limits.conversions },
      commissionMinor: { ...none, ...limits.commissionMinor },
    },
    budget: { totalMinor: null, dailyMinor: null, ...limits.budget },
  });
/** Orders that earn a tenth of their values. */
const orders = (...values: number[]) =>
  values.map((valueMinor) => aStoredConversion({ valueMinor, createdAt: NOW }));
const reasonsOf = (campaign: ReturnType<typeof aCampaign>, values: number[], before: Counts = {}) =>
  decideCaps(orders(...values), campaign, before).conversions.map((it) => it.unpayableReason);

describe('decideCaps', () => {
  it('lets the capped number of conversions earn, and records the others with the reason', () => {
    const campaign = aLimitedCampaign({ conversions: { daily: 2 } });
    expect(reasonsOf(campaign, [100, 100, 100])).toEqual([null, null, 'capped']);
    const { conversions } = decideCaps(orders(1, 1, 1), campaign, {});
    expect(conversions.map(({ requiresReview }) => requiresReview)).toEqual([false, false, true]);
  });

  it('spends a budget to the cent and not beyond, smaller orders filling the rest', () => {
    const campaign = aLimitedCampaign({ budget: { totalMinor: 100 } });
    expect(reasonsOf(campaign, [900, 200, 100, 10])).toEqual([
      null,
      'budget_spent',
      null,
      'budget_spent',
    ]);
  });

  it('resets the counts with each day, week and month', () => {
    const campaign = aLimitedCampaign({ commissionMinor: { weekly: 10 } });
    const { counts } = decideCaps(orders(100), campaign, {});
    const at = (createdAt: string) =>
      decideCaps(
        [aStoredConversion({ valueMinor: 100, createdAt: new Date(createdAt) })],
        campaign,
        counts,
      ).conversions[0]?.unpayableReason;
    expect(at('2026-05-03T23:59:59.999Z')).toBe('capped');
    expect(at('2026-05-04T00:00:00.000Z')).toBeNull();
    expect(periodsAt(new Date('2026-05-04T00:00:00Z'))).toEqual({
      daily: 'd2026-05-04',
      weekly: 'w2026-05-04',
      monthly: 'm2026-05',
      total: 't',
    });
  });

  it('spends each day’s budget to the cent', () => {
    const campaign = aLimitedCampaign({ budget: { dailyMinor: 25, totalMinor: 45 } });
    const today = decideCaps(orders(100, 100, 100), campaign, {});
    const reasons = today.conversions.map((it) => it.unpayableReason);
    expect(reasons).toEqual([null, null, 'budget_spent']);
    const createdAt = new Date('2026-05-02T00:00:00Z');
    const tomorrow = [100, 100, 100].map((valueMinor) =>
      aStoredConversion({ valueMinor, createdAt }),
    );
    const next = decideCaps(tomorrow, campaign, today.counts);
    // 20 of yesterday and 20 of today: the total would be passed by a third.
    expect(next.conversions.map((it) => it.unpayableReason)).toEqual([null, null, 'budget_spent']);
  });

  it('ignores conversions that earn nothing: without credit, or with a reason already', () => {
    const campaign = aLimitedCampaign({ conversions: { total: 0 } });
    const uncredited = aStoredConversion({ affiliateId: null });
    const short = aStoredConversion({ unpayableReason: 'below_minimum_duration' });
    const { conversions, counts } = decideCaps([uncredited, short], campaign, {});
    expect(conversions).toEqual([uncredited, short]);
    expect(counts).toEqual({});
  });

  it('leaves conversions in another currency than the budget to the brand', () => {
    const campaign = aLimitedCampaign({ budget: { totalMinor: 1_000_000 } });
    const [decided] = decideCaps(
      [aStoredConversion({ currency: 'EUR' })],
      campaign,
      {},
    ).conversions;
    expect(decided?.unpayableReason).toBe('held_for_review');
  });

  it('never exceeds a limit, whatever arrives and is rejected', () => {
    const step = fc.record({ value: fc.nat(3_000), decline: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step), fc.nat(500), fc.nat(10), (steps, budget, cap) => {
        const campaign = aLimitedCampaign({
          budget: { totalMinor: budget },
          conversions: { total: cap },
        });
        let counts: Counts = {};
        let live = { spent: 0, count: 0 };
        for (const { value, decline } of steps) {
          const decided = decideCaps(orders(value), campaign, counts);
          ({ counts } = decided);
          const [conversion] = decided.conversions;
          if (conversion?.unpayableReason !== null) continue;
          // Half a cent is rounded to the even one, so that many halves do not add up.
          const cost = capUseOf(conversion)?.commissionMinor ?? NaN;
          expect(Math.abs(cost - value / 10)).toBeLessThanOrEqual(0.5);
          live = { spent: live.spent + cost, count: live.count + 1 };
          expect(live.spent).toBeLessThanOrEqual(budget);
          expect(live.count).toBeLessThanOrEqual(cap);
          if (!decline) continue;
          const [change] = capChanges(conversion, { ...conversion, status: 'rejected' });
          expect(change?.sign).toBe(-1);
          live = { spent: live.spent - cost, count: live.count - 1 };
          const use = change?.use;
          if (use !== undefined) counts = counted(counts, use, -1);
        }
      }),
    );
  });
});

describe('a budget', () => {
  it('is never exceeded by booked commissions, whatever bonuses the affiliates’ tiers add', () => {
    const order = fc.record({
      valueMinor: fc.nat(30_000),
      bonus: fc.integer({ min: 0, max: 1_000_000 }),
      named: fc.option(fc.nat(1_000)),
    });
    fc.assert(
      fc.property(fc.array(order), fc.nat(5_000), (all, budget) => {
        const campaign = aLimitedCampaign({ budget: { totalMinor: budget } });
        const arrived = all.map(({ valueMinor, bonus, named }, index) => {
          const affiliateId = `affiliate-${String(index)}`;
          const tierBonuses = { [affiliateId]: String(bonus / 10_000) };
          const namedCommissionMinor = named === null ? null : Math.min(named, valueMinor);
          const own = { affiliateId, affiliateIds: [affiliateId], tierBonuses };
          return aStoredConversion({ valueMinor, namedCommissionMinor, createdAt: NOW, ...own });
        });
        const { conversions, counts } = decideCaps(arrived, campaign, {});
        const booked = conversions.map(({ unpayableReason, ...conversion }, index) => {
          const { valueMinor, bonus, named } = all[index]!;
          if (unpayableReason !== null) return 0;
          if (named !== null) return Math.min(named, valueMinor);
          // A tenth of the value, raised: value × 10 % × (1 + bonus %).
          const exact = BigInt(valueMinor) * BigInt(1_000_000 + bonus);
          const amountMinor = toMinor(roundHalfEven(exact, 10_000_000n));
          const { affiliateId, terms } = conversion;
          const commission = { commissionId: 'c', currency: 'USD', terms, status: 'approved' };
          const added = { ...commission, affiliateId: affiliateId ?? '', amountMinor };
          expect(correctionFor({ ...conversion, unpayableReason }, added)).toEqual([]);
          return amountMinor;
        });
        const spent = booked.reduce((sum, amount) => sum + amount, 0);
        expect(spent).toBeLessThanOrEqual(budget);
        expect(counts['t']?.commissionMinor ?? 0).toBe(spent);
      }),
    );
  });
});

describe('capChanges', () => {
  const payable = aStoredConversion();
  const capped = aStoredConversion({ unpayableReason: 'capped' });

  it('frees the place of a rejected or reversed conversion', () => {
    expect(capChanges(payable, { ...payable, status: 'rejected' })).toMatchObject([{ sign: -1 }]);
    expect(capChanges(payable, { ...payable, status: 'reversed' })).toMatchObject([{ sign: -1 }]);
    expect(capChanges(payable, { ...payable, status: 'approved' })).toEqual([]);
  });

  it('counts a capped conversion only if the brand approves it manually', () => {
    expect(capChanges(capped, { ...capped, status: 'approved' })).toMatchObject([{ sign: 1 }]);
    expect(capChanges(capped, { ...capped, status: 'rejected' })).toEqual([]);
  });

  it('counts the difference in cost where other affiliates are credited, but no second conversion', () => {
    const { affiliateId } = payable;
    const credited = { affiliateId: 'gold', affiliateIds: ['gold'], tierBonuses: { gold: '15' } };
    expect(capChanges(payable, { ...payable, ...credited })).toMatchObject([
      { use: { conversions: 0, commissionMinor: 150 }, sign: 1 },
    ]);
    expect(capChanges({ ...payable, ...credited }, { ...payable, affiliateId })).toMatchObject([
      { use: { conversions: 0, commissionMinor: -150 }, sign: 1 },
    ]);
    expect(capChanges(payable, { ...payable, affiliateId: null })).toMatchObject([{ sign: -1 }]);
  });
});

describe('decideCredit', () => {
  const anna = aStoredConversion({ valueMinor: 1_000, createdAt: NOW, tierBonuses: { anna: '0' } });
  const before = { ...anna, affiliateId: 'anna', affiliateIds: ['anna'] };
  const gold = { affiliateId: 'gold', affiliateIds: ['gold'] };
  const after = { ...before, ...gold, tierBonuses: { anna: '0', gold: '15' } };
  const withBudget = (totalMinor: number) => {
    const campaign = aLimitedCampaign({ budget: { totalMinor } });
    const { counts } = decideCaps([before], campaign, {});
    return decideCredit({ before, after }, campaign, counts);
  };

  it('counts the tier bonus of a newly credited affiliate where the budget has room for it', () => {
    const { conversion, counts } = withBudget(115);
    expect(conversion.tierBonuses).toEqual({ anna: '0', gold: '15' });
    expect(counts['t']?.commissionMinor).toBe(115);
  });

  it('leaves the bonus out where it would exceed the budget, and keeps the credit', () => {
    const { conversion, counts } = withBudget(114);
    expect(conversion).toEqual({ ...after, tierBonuses: { anna: '0', gold: '0' } });
    expect(counts['t']?.commissionMinor).toBe(100);
  });

  it('never exceeds a budget, whatever the bonuses and the order of credits', () => {
    const bonus = fc.integer({ min: 0, max: 1_000_000 }).map((text) => String(text / 10_000));
    const one = fc.record({ valueMinor: fc.nat(20_000), first: bonus, second: bonus });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 8 }), fc.nat(5_000), (all, totalMinor) => {
        const campaign = aLimitedCampaign({ budget: { totalMinor } });
        const arrived = all.map(({ valueMinor, first }) =>
          aStoredConversion({
            ...{ valueMinor, createdAt: NOW, affiliateId: 'anna', affiliateIds: ['anna'] },
            tierBonuses: { anna: first },
          }),
        );
        const { conversions, counts } = decideCaps(arrived, campaign, {});
        let sum = counts;
        const credited = conversions.map((conversion, index) => {
          const tierBonuses = { ...conversion.tierBonuses, gold: all[index]!.second };
          const change = { before: conversion, after: { ...conversion, ...gold, tierBonuses } };
          const decided = decideCredit(change, campaign, sum);
          sum = decided.counts;
          return decided.conversion;
        });
        const costs = credited.map((conversion) => capUseOf(conversion)?.commissionMinor ?? 0);
        const spent = costs.reduce((total, cost) => total + cost, 0);
        expect(spent).toBeLessThanOrEqual(totalMinor);
        expect(sum['t']?.commissionMinor ?? 0).toBe(spent);
      }),
    );
  });
});

describe('correctionFor', () => {
  it('counts a tier’s bonus whose event arrived after the conversion', () => {
    const conversion = aStoredConversion();
    const booked = {
      commissionId: 'c',
      affiliateId: conversion.affiliateId ?? '',
      amountMinor: 1_150,
      currency: 'USD',
      terms: conversion.terms,
      status: 'approved',
    };
    expect(correctionFor(conversion, booked)).toMatchObject([
      { use: { conversions: 0, commissionMinor: 150 }, sign: 1 },
    ]);
    expect(correctionFor(conversion, { ...booked, amountMinor: 1_000 })).toEqual([]);
    expect(correctionFor({ ...conversion, affiliateId: null }, booked)).toEqual([]);
  });
});
