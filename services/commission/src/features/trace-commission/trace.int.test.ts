import { randomUUIDv7 } from 'node:crypto';
import type { ReviewedConversion } from '@tributary/contracts';
import { anApprovedConversion, eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import type { z } from 'zod';
import { openWorld, type World } from '../../testing/open-world.ts';
import type { traceSchema } from './trace-schema.ts';

type Trace = z.output<typeof traceSchema>;

let world: World;
beforeAll(async () => {
  world = await openWorld({ HOLD_CHECK_MS: '50', CLICK_BATCH_MS: '50' });
});
afterAll(() => world.close());
afterEach(async () => {
  expect((await world.verify()).differences).toEqual([]);
});

const admin = { role: 'admin' } as const;

async function traceOf(commissionId: string, caller: Parameters<World['get']>[1] = admin) {
  const { status, body } = await world.get(`/api/commissions/${commissionId}/trace`, caller);
  expect(status).toBe(200);
  return body as Trace;
}

const commissionsOf = (conversionId: string) =>
  world.collections.commissions.find({ conversionId }).sort({ _id: 1 }).toArray();

const shared = (affiliateIds: readonly string[], given: Partial<ReviewedConversion> = {}) =>
  anApprovedConversion({
    ...given,
    shares: affiliateIds.map((affiliateId) => ({
      affiliateId,
      clickId: randomUUIDv7(),
      linkId: null,
      weight: Math.floor(1e12 / affiliateIds.length),
      valueMinor: 0,
    })),
  });

const refund = (approval: ReviewedConversion, refundedMinor: number) => ({
  ...approval,
  status: refundedMinor === approval.valueMinor ? 'reversed' : 'approved',
  refundedMinor,
  adjustmentId: randomUUIDv7(),
  adjustmentType: refundedMinor === approval.valueMinor ? 'refund' : 'partial_refund',
  adjustmentMinor: refundedMinor,
  refundId: null,
});

const digits: Readonly<Record<string, number>> = { USD: 2, EUR: 2, JPY: 0, KWD: 3 };
const minorOf = (amount: number, currency: string): bigint =>
  BigInt(Math.round(amount * 10 ** (digits[currency] ?? 2)));

/** A decimal text as a fraction. */
function fractionOf(text: string): readonly [bigint, bigint] {
  const [whole = '0', decimals = ''] = text.split('.');
  return [BigInt(whole + decimals), 10n ** BigInt(decimals.length)];
}

type Fraction = readonly [bigint, bigint];

/** The exact parts on the remaining value, computed from the trace alone. */
function exactParts(
  { calculation, rule, conversion }: Trace,
  remaining = calculation.earned_on,
): readonly Fraction[] {
  const { currency, order_value: orderValue } = conversion;
  const earnedOn = minorOf(remaining, currency);
  const value = minorOf(orderValue, currency);
  const weights = calculation.parts.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  return calculation.parts.map(({ weight, rate }) => {
    const [n, d] = fractionOf(rate);
    const share = [BigInt(weight), weights] as const;
    if (rule.named_commission !== null) {
      const named = minorOf(rule.named_commission, currency);
      return [named * earnedOn * share[0], value * share[1]];
    }
    if (rule.type === 'percentage') return [earnedOn * n * share[0], 100n * d * share[1]];
    const unit = 10n ** BigInt(digits[rule.currency] ?? 2);
    const left = value === 0n ? ([1n, 1n] as const) : ([earnedOn, value] as const);
    const times = [BigInt(rule.units), BigInt(rule.units_per)] as const;
    return [n * unit * left[0] * times[0] * share[0], d * left[1] * times[1] * share[1]];
  });
}

/** Rounds half-even once, then by largest remainders: 100.00 at 10 % among three is 3.34, 3.33, 3.33. */
function splitOf(parts: readonly Fraction[]): readonly bigint[] {
  const common = parts.reduce((product, [, d]) => product * d, 1n);
  const scaled = parts.map(([n, d]) => (n * common) / d);
  const sum = scaled.reduce((total, part) => total + part, 0n);
  const floor = sum / common;
  const twice = 2n * (sum % common);
  const isUp = twice > common || (twice === common && floor % 2n === 1n);
  const total = isUp ? floor + 1n : floor;
  const floors = scaled.map((part) => part / common);
  const rests = scaled.map((part, index) => ({ index, rest: part % common }));
  rests.sort((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1));
  const left = Number(total - floors.reduce((all, part) => all + part, 0n));
  for (const { index } of rests.slice(0, left)) floors[index] = (floors[index] ?? 0n) + 1n;
  return floors;
}

const sumOfAll = (parts: readonly bigint[]): bigint => parts.reduce((sum, part) => sum + part, 0n);

/** Each part's entitlement after all refunds; each refund lowers in proportion to the entitlement before it. */
function entitledParts(trace: Trace): readonly bigint[] {
  const { adjustments, calculation, conversion } = trace;
  const left = (refunded: number): number => conversion.order_value - refunded;
  let lowest = calculation.earned_on;
  let parts = splitOf(exactParts(trace));
  for (const { type, refunded_in_all: refunded } of adjustments) {
    if (type !== 'partial_refund') return parts.map(() => 0n);
    if (left(refunded) >= lowest) continue;
    lowest = left(refunded);
    const before = sumOfAll(parts);
    const after = sumOfAll(splitOf(exactParts(trace, lowest)));
    const off = before > after ? before - after : 0n;
    const taken = before === 0n ? parts : splitOf(parts.map((part) => [part * off, before]));
    parts = parts.map((part, index) => part - (taken[index] ?? 0n));
  }
  return parts;
}

/** The rate and the hold with the tier's benefits. */
function recomputeTerms({ calculation, hold, rule, tier }: Trace): void {
  const own = calculation.parts.find((part) => part.is_this_commission);
  const [base, rate] = [fractionOf(rule.base_rate), fractionOf(own?.rate ?? '')];
  const bonus = fractionOf(tier?.bonus_percent ?? '0');
  const withBonus = base[0] * (100n * bonus[1] + bonus[0]);
  expect(rate[0] * base[1] * 100n * bonus[1]).toBe(rate[1] * withBonus);
  const days = tier?.early_payout === true ? Math.floor(rule.hold_days / 2) : rule.hold_days;
  expect(hold?.days ?? 0).toBe(days);
}

/** Computes a commission again from its trace alone. */
function recompute(trace: Trace): void {
  const { commission, calculation, ledger } = trace;
  recomputeTerms(trace);
  const minor = (amount: number): bigint => minorOf(amount, commission.currency);
  const own = calculation.parts.findIndex((part) => part.is_this_commission);
  expect(minor(calculation.earned)).toBe(splitOf(exactParts(trace))[own]);
  const entitled = entitledParts(trace)[own] ?? 0n;
  const settled = minor(trace.paid ?? 0) + minor(trace.set_aside ?? 0);
  const owed = entitled > settled ? entitled : settled;
  expect(minor(trace.owed)).toBe(commission.status === 'cancelled' ? 0n : owed);
  const sumOf = (account: RegExp): bigint =>
    ledger
      .filter(({ payout_id: payout, entries }) => payout === null || entries.length > 0)
      .flatMap(({ entries }) => entries)
      .filter((entry) => account.test(entry.account))
      .reduce((sum, { amount }) => sum + minor(amount), 0n);
  const earned = ledger.filter(({ kind }) => kind === 'commission_earned');
  const booked = earned.flatMap(({ entries }) => entries).map(({ amount }) => minor(amount));
  if (calculation.earned > 0) {
    expect(new Set(booked)).toEqual(
      new Set([minor(calculation.earned), -minor(calculation.earned)]),
    );
  }
  expect(0n - sumOf(/^brand:/)).toBe(minor(trace.owed));
  expect(0n - sumOf(/:debt$/)).toBe(minor(trace.owed_back ?? 0));
  const taken = (state: string): bigint =>
    trace.payouts
      .filter((payout) => payout.state === state)
      .reduce((sum, { amount }) => sum + minor(amount), 0n);
  expect(taken('settled')).toBe(minor(trace.paid ?? 0));
  expect(taken('reserved')).toBe(minor(trace.set_aside ?? 0));
}

describe('GET /api/commissions/{id}/trace', () => {
  it('shows a commission that was split, on hold, paid and clawed back, to the last entry', async () => {
    const [anna, bela, cleo] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    const approval = shared([anna, bela, cleo], {
      terms: { type: 'percentage', value: '10', currency: 'USD', holdDays: 1 },
      reviewedAt: new Date(Date.now() - DAY_MS - 1_000).toISOString(),
      fraudScore: 0.12,
    });
    await world.create(approval);
    const [bySomebodyElse, byAnna] = [randomUUIDv7(), approval.shares[0]?.clickId ?? ''];
    const touch = { linkId: '', occurredAt: '2026-05-01T10:00:00.000Z', hasWeight: true };
    world.paths.set(approval.conversionId, {
      model: 'linear',
      modelVersion: 'linear.1',
      path: [
        { ...touch, affiliateId: bela, clickId: bySomebodyElse, weight: 666_666_666_667 },
        { ...touch, affiliateId: anna, clickId: byAnna, weight: 333_333_333_333 },
      ],
    });
    const own = (await commissionsOf(approval.conversionId)).find(
      (one) => one.affiliateId === anna,
    );
    const id = own?._id ?? '';
    while ((await traceOf(id)).commission.status === 'pending');
    const payoutId = randomUUIDv7();
    await world.reserve(anna, 334, { payoutId });
    await world.settle(payoutId);
    await world.adjust(refund(approval, 10_000));

    const trace = await traceOf(id, { role: 'affiliate', id: anna });
    recompute(trace);
    expect(trace).toMatchObject({
      commission: { id, affiliate_id: anna, status: 'cancelled', amount: 0, payout_id: payoutId },
      conversion: { id: approval.conversionId, order_value: 100, click_id: null },
      attribution: {
        model: 'linear',
        path: [
          { affiliate_id: null, click_id: null, is_own: false, weight: 666_666_666_667 },
          { affiliate_id: anna, click_id: byAnna, is_own: true, weight: 333_333_333_333 },
        ],
      },
      fraud: { score: 0.12, requires_review: false },
      approval: { approved_by: approval.reviewedBy },
      rule: { type: 'percentage', base_rate: '10', hold_days: 1 },
      tier: { name: 'Bronze', bonus_percent: '0' },
      calculation: {
        earned_on: 100,
        total: 10,
        earned: 3.34,
        parts: [
          { affiliate_id: anna, is_this_commission: true, amount: 3.34 },
          { affiliate_id: null, click_id: null, amount: 3.33 },
          { affiliate_id: null, amount: 3.33 },
        ],
      },
      hold: { days: 1, ended_at: expect.any(String) },
      adjustments: [{ type: 'refund', refunded_in_all: 100 }],
      payouts: [
        {
          payout_id: payoutId,
          amount: 3.34,
          state: 'settled',
          provider_transaction_id: 'transfer',
        },
      ],
      owed: 0,
      paid: 3.34,
      owed_back: 3.34,
    });
    expect(trace.ledger.map(({ kind }) => kind)).toEqual([
      'commission_earned',
      'hold_ended',
      'payout_reserved',
      'payout_settled',
      'commission_reversed',
    ]);
    // The last click belonged to another affiliate.
    expect((await traceOf(id)).conversion.click_id).toBe(approval.clickId);
  });

  it('shows an affiliate the order’s click where it was their own, whichever click is credited', async () => {
    const affiliateId = randomUUIDv7();
    const me = { role: 'affiliate', id: affiliateId } as const;
    const clickOf = async (approval: ReviewedConversion) => {
      await world.create(approval);
      const commissions = await commissionsOf(approval.conversionId);
      const own = commissions.find((one) => one.affiliateId === affiliateId);
      return async () => (await traceOf(own?._id ?? '', me)).conversion.click_id;
    };
    const alone = anApprovedConversion({ affiliateId });
    expect(await (await clickOf(alone))()).toBe(alone.clickId);

    const twice = shared([affiliateId, randomUUIDv7()]);
    const shown = await clickOf(twice);
    expect(await shown()).toBeNull();
    const touch = {
      linkId: '',
      occurredAt: '2026-05-01T10:00:00.000Z',
      weight: 0,
      hasWeight: true,
    };
    const path = [{ ...touch, affiliateId, clickId: twice.clickId ?? '' }];
    world.paths.set(twice.conversionId, { model: 'linear', modelVersion: 'linear.1', path });
    expect(await shown()).toBe(twice.clickId);
  });

  /** Orders in four currencies, by terms in the same or another one, with and without hold and tier bonus. */
  function generatedMonth(affiliates: readonly string[]): readonly ReviewedConversion[] {
    const currencies = ['USD', 'EUR', 'JPY', 'KWD'] as const;
    const rules = [
      { type: 'percentage', value: '7.5' },
      { type: 'percentage', value: '33.3333' },
      { type: 'fixed', value: '3' },
    ] as const;
    const holds = [0, 0, 1, 30] as const;
    return Array.from({ length: 60 }, (_, index) => {
      const currency = currencies[Math.floor(index / 4) % 4] ?? 'USD';
      const rule = rules[index % 3] ?? rules[0];
      return shared(affiliates.slice(0, 1 + (index % 4)), {
        currency,
        valueMinor: 1_000 + index * 777,
        refundedMinor: index % 5 === 0 ? 333 : 0,
        namedCommissionMinor: index % 11 === 0 ? 1_001 : null,
        terms: {
          ...rule,
          currency: index % 7 === 2 ? 'KWD' : currency,
          holdDays: holds[Math.floor(index / 3) % 4] ?? 0,
        },
        createdAt: new Date().toISOString(),
        reviewedAt: new Date(Date.now() - 2 * DAY_MS).toISOString(),
      });
    });
  }

  /** Sets tiers for two affiliates with a bonus, one of them with halved holds, and an exchange rate. */
  async function setTheScene([silver = '', gold = '']: readonly string[]): Promise<void> {
    const { exchangeRates, tierChanges } = world.collections;
    const moved = [
      { affiliateId: silver, toLevel: 2 },
      { affiliateId: gold, toLevel: 3 },
    ].map(({ affiliateId, toLevel }) => ({
      _id: `${affiliateId}/platform/1`,
      ...{ affiliateId, schemeId: 'platform', number: 1, fromLevel: 1, toLevel, schemeVersion: 1 },
      ...{ conversions: 100, revenueMinor: 1_000_000, at: new Date(0) },
    }));
    await tierChanges.insertMany(moved);
    const rates = ['EUR', 'JPY', 'KWD'].map((currency, index) => ({
      ...{ _id: `${currency}/begin`, currency, rate: `1.${String(index + 1)}` },
      ...{ effectiveFrom: new Date(0), setBy: 'admin' },
    }));
    await exchangeRates.insertMany(rates);
  }

  /** Clicks at 0.25 and impressions at 2.00 per thousand, enough for whole minor units. */
  async function clicksAndImpressions(affiliateId: string): Promise<readonly string[]> {
    const campaigns = { click: randomUUIDv7(), impression: randomUUIDv7() };
    const brandId = randomUUIDv7();
    const prices = { click: '0.25', impression: '2' };
    const docs = (['click', 'impression'] as const).flatMap((kind) =>
      Array.from({ length: 500 }, () => ({
        ...{ _id: randomUUIDv7(), kind, affiliateId, campaignId: campaigns[kind] },
        ...{ brandId, linkId: randomUUIDv7() },
        terms: { type: 'fixed' as const, value: prices[kind], currency: 'USD', holdDays: 0 },
        ...{ at: new Date(), isBooked: false },
      })),
    );
    const { paidClicks } = world.collections;
    await paidClicks.insertMany(docs);
    const waiting = { affiliateId, isBooked: false };
    await eventually(async () => (await paidClicks.countDocuments(waiting)) === 0);
    return Object.values(campaigns);
  }

  type Approvals = ReturnType<typeof generatedMonth>;

  /** Ends holds, refunds orders in part and whole, before and after a payment, and settles and releases payouts. */
  async function playTheMonth(affiliates: readonly string[], approvals: Approvals): Promise<void> {
    // Waits until all due holds have ended.
    const { commissions } = world.collections;
    const isOver = { status: 'pending', holdUntil: { $lt: new Date() } } as const;
    await eventually(async () => (await commissions.countDocuments(isOver)) === 0);
    for (const [index, approval] of approvals.entries()) {
      if (index % 6 === 1) await world.adjust(refund(approval, 500 + index));
      if (index % 7 === 3) await world.adjust(refund(approval, approval.valueMinor));
    }
    for (const affiliateId of affiliates) {
      const payoutIds = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()] as const;
      for (const payoutId of payoutIds) await world.reserve(affiliateId, 100, { payoutId });
      await world.settle(payoutIds[0]);
      await world.release(payoutIds[1]);
    }
    // After its payment, in two parts and then whole.
    for (const paid of approvals.slice(0, 1)) {
      await world.adjust(refund(paid, 600));
      await world.adjust(refund(paid, 700));
      await world.adjust(refund(paid, paid.valueMinor));
    }
  }

  it('is enough to compute every commission of a generated month again', async () => {
    const affiliates = Array.from({ length: 4 }, () => randomUUIDv7());
    await setTheScene(affiliates.slice(1));
    const approvals = generatedMonth(affiliates);
    await world.create(...approvals);
    const campaignIds = await clicksAndImpressions(affiliates[2] ?? '');
    await playTheMonth(affiliates, approvals);

    const ids = approvals.map(({ conversionId }) => conversionId);
    const month = { $or: [{ conversionId: { $in: ids } }, { campaignId: { $in: campaignIds } }] };
    const traces: Trace[] = [];
    for await (const { _id } of world.collections.commissions.find(month)) {
      const trace = await traceOf(_id);
      recompute(trace);
      traces.push(trace);
    }
    expect(traces.length).toBeGreaterThanOrEqual(152);
    const statuses = new Set(traces.map(({ commission }) => commission.status));
    expect([...statuses].sort()).toEqual(
      expect.arrayContaining(['approved', 'cancelled', 'pending']),
    );
    const tiers = new Set(traces.map(({ tier }) => tier?.name));
    expect([...tiers].sort()).toEqual(['Bronze', 'Gold', 'Silver']);
    expect(traces.filter(({ rule }) => rule.units > 1).map(({ rule }) => rule.units_per)).toEqual(
      expect.arrayContaining([1, 1_000]),
    );
    for (const { conversion, exchange_rates: rates } of traces) {
      const known = rates.map(({ currency }) => currency);
      if (conversion.currency !== 'USD') expect(known).toContain(conversion.currency);
    }
  }, 240_000);

  it('is for the affiliate, the brand (without the payouts) and admins; for others it does not exist', async () => {
    const affiliateId = randomUUIDv7();
    const approval = anApprovedConversion({ affiliateId });
    await world.create(approval);
    const payoutId = randomUUIDv7();
    await world.reserve(affiliateId, 600, { payoutId });
    await world.settle(payoutId);
    await world.reserve(affiliateId, 400);
    const [commission] = await commissionsOf(approval.conversionId);
    const id = commission?._id ?? '';
    const mine = await traceOf(id, { role: 'affiliate', id: affiliateId });
    expect(mine).toMatchObject({ paid: 6, set_aside: 4, owed_back: 0, payouts: [{}, {}] });
    expect(mine.commission.payout_id).toBe(payoutId);
    const brands = await traceOf(id, { role: 'brand', id: approval.brandId });
    expect(brands.payouts).toEqual([]);
    // The brand sees what it owes, not the affiliate's balances over all brands.
    expect(brands.ledger).toMatchObject([
      { kind: 'commission_earned', payout_id: null, entries: [{ amount: -10 }] },
    ]);
    const hidden = { paid: null, set_aside: null, owed_back: null, owed: 10 };
    expect(brands).toMatchObject({ ...hidden, commission: { payout_id: null, paid_at: null } });
    expect(JSON.stringify(brands)).not.toMatch(new RegExp(`${payoutId}|affiliate:`));
    const all = await traceOf(id);
    expect(all).toMatchObject({ ledger: mine.ledger, payouts: mine.payouts, paid: 6 });
    for (const role of ['affiliate', 'brand'] as const) {
      expect(await world.get(`/api/commissions/${id}/trace`, { role })).toMatchObject({
        status: 404,
        body: { error: 'not_found' },
      });
    }
    const absent = `/api/commissions/${randomUUIDv7()}/trace`;
    expect(await world.get(absent, admin)).toMatchObject({ status: 404 });
    expect(await world.get('/api/commissions/x/trace', admin)).toMatchObject({ status: 404 });
  });
});
