import { randomUUIDv7 } from 'node:crypto';
import { conversionApproved, payoutScheduleChanged } from '@tributary/contracts';
import {
  anApprovedConversion,
  type EventProbe,
  eventually,
  openEventProbe,
} from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { openWorld, type World } from '../../testing/open-world.ts';

const affiliateId = randomUUIDv7();
const me = { id: affiliateId, role: 'affiliate' } as const;
const campaignId = randomUUIDv7();
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

const old = anApprovedConversion({ affiliateId, campaignId, convertedAt: daysAgo(20) });
const recent = anApprovedConversion({ affiliateId, convertedAt: daysAgo(3), valueMinor: 5_000 });
const yen = { type: 'percentage', value: '10', currency: 'JPY', holdDays: 0 } as const;
const dinar = { type: 'fixed', value: '1.250', currency: 'KWD', holdDays: 0 } as const;
const inYen = anApprovedConversion({ affiliateId, currency: 'JPY', valueMinor: 1_005, terms: yen });
const inDinar = anApprovedConversion({
  affiliateId,
  currency: 'KWD',
  valueMinor: 9_999,
  terms: dinar,
});

let world: World;
let probe: EventProbe;
beforeAll(async () => {
  world = await openWorld();
  probe = await openEventProbe(world.env, []);
  const all = [old, recent, inYen, inDinar];
  await probe.publish(...all.map((approval) => conversionApproved(approval)));
  await eventually(async () => (await world.collections.conversionViews.countDocuments()) === 4);
  await world.create(...all);
});
afterAll(() => probe.close());
afterAll(() => world.close());

interface Row {
  readonly period: string;
  readonly conversions: number;
  readonly revenue: number;
  readonly commission: number;
}

const rowsOf = async (query: string): Promise<readonly Row[]> => {
  const { body } = await world.get(`/api/commissions/breakdown${query}`, me);
  return (body as { breakdown: readonly Row[] }).breakdown;
};

describe('the breakdown', () => {
  it('has every period from the first conversion to now, empty ones with zeros', async () => {
    const days = await rowsOf('?period=day');
    expect(days).toHaveLength(21);
    expect(days[0]).toEqual({
      period: `${old.convertedAt.slice(0, 10)}T00:00:00.000Z`,
      conversions: 1,
      revenue: 100,
      commission: 10,
    });
    expect(days[1]).toMatchObject({ conversions: 0, revenue: 0, commission: 0 });
    expect(days[17]).toMatchObject({ conversions: 1, revenue: 50, commission: 5 });
    const apart = days.map(({ period }) => Date.parse(period));
    expect(apart.every((at, index) => index === 0 || at - (apart[index - 1] ?? 0) === DAY_MS)).toBe(
      true,
    );
    for (const period of ['week', 'month', 'year']) {
      const rows = await rowsOf(`?period=${period}`);
      expect(rows.reduce((sum, row) => sum + row.commission, 0)).toBe(15);
    }
  });

  it('is by month by default, and of one campaign where requested', async () => {
    const { body } = await world.get(`/api/commissions/breakdown?campaign_id=${campaignId}`, me);
    expect(body).toMatchObject({ period_type: 'month', campaign_id: campaignId, currency: 'USD' });
    const rows = await rowsOf(`?campaign_id=${campaignId}`);
    expect(rows.reduce((sum, row) => sum + row.conversions, 0)).toBe(1);
    for (const wrong of ['?period=hour', '?campaign_id=x', '?currency=usd', '?currency=XXX']) {
      const { status } = await world.get(`/api/commissions/breakdown${wrong}`, me);
      expect(status).toBe(400);
    }
  });
});

describe('every endpoint with figures', () => {
  it.each([
    ['USD', 15],
    // 100.5 yen, half to even.
    ['JPY', 100],
    ['KWD', 1.25],
  ])('agrees with the ledger in %s', async (currency, earned) => {
    const get = async (path: string) =>
      (await world.get(`${path}?currency=${currency}`, me)).body as Record<string, unknown>;
    const balance = await world.balance(affiliateId, currency);
    expect(await get('/api/affiliate/earnings/simple')).toMatchObject({
      ...{ total_earnings: earned, available_for_payout: earned, pending_earnings: 0, currency },
    });
    expect(await get('/api/commissions/summary')).toMatchObject({
      ...{ total_earnings: earned, available_balance: earned, pending_commission: 0 },
    });
    expect(await get('/api/commissions/pending')).toMatchObject({ total_unpaid_approved: earned });
    const rows = await rowsOf(`?currency=${currency}`);
    expect(rows.reduce((sum, row) => sum + row.commission, 0)).toBeCloseTo(earned, 6);
    const scale = { USD: 100, JPY: 1, KWD: 1_000 }[currency] ?? 1;
    expect(balance.availableMinor).toBe(Math.round(earned * scale));
  });
});

describe('the summary of a range', () => {
  const at = (ms: number): string => new Date(Date.parse(recent.convertedAt) + ms).toISOString();
  const day = (days: number): string => daysAgo(days).slice(0, 10);

  it.each([
    ['its day', day(3), day(3), 1],
    ['the days before', day(10), day(4), 0],
    ['that moment alone', at(0), at(0), 1],
    ['the moment after', at(1), at(60_000), 0],
    ['the moment before, from days ago', at(-2 * DAY_MS), at(-1), 0],
    ['that moment at its end, from days ago', at(-2 * DAY_MS), at(0), 1],
    ['that moment at its beginning', at(0), day(1), 1],
    ['everything up to it', undefined, at(0), 2],
    ['everything from it on', at(0), undefined, 1],
  ])('that is %s counts the conversions in it', async (_what, start, end, conversions) => {
    const query = new URLSearchParams({
      ...(start === undefined ? {} : { start_date: start }),
      ...(end === undefined ? {} : { end_date: end }),
    });
    const { body } = await world.get(`/api/commissions/summary?${query.toString()}`, me);
    const earned = { 0: 0, 1: 5, 2: 15 }[conversions];
    expect(body).toMatchObject({
      ...{ total_conversions: conversions, total_earnings: earned },
      total_revenue_generated: (earned ?? 0) * 10,
    });
  });
});

describe('next_payout_date', () => {
  const next = async () => {
    const { body } = await world.get('/api/commissions/pending', me);
    return (body as { next_payout_date: string | null }).next_payout_date;
  };
  const schedule = (frequency: 'daily' | 'monthly' | null, changedAt: string) =>
    probe.publish(payoutScheduleChanged({ affiliateId, frequency, changedAt }));

  it('follows the latest schedule of the account, in any order of arrival', async () => {
    expect(await next()).toBeNull();
    await schedule('monthly', '2026-01-02T00:00:00.000Z');
    const now = new Date();
    const first = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
    await eventually(async () => (await next()) === new Date(first).toISOString());
    await schedule('daily', '2026-01-01T00:00:00.000Z');
    await schedule(null, '2026-01-03T00:00:00.000Z');
    await eventually(async () => (await next()) === null);
  });
});
