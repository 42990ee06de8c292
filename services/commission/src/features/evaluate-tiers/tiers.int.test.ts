import { randomUUIDv7 } from 'node:crypto';
import {
  affiliateTierChanged,
  campaignActivated,
  commissionTiersSet,
  conversionCredited,
  conversionTracked,
} from '@tributary/contracts';
import {
  aCampaign,
  anApprovedConversion,
  type EventProbe,
  eventually,
  openEventProbe,
} from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { openWorld, type World } from '../../testing/open-world.ts';

let world: World;
let probe: EventProbe;
beforeAll(async () => {
  world = await openWorld({ TIER_CHECK_MS: '50' });
  probe = await openEventProbe(world.env, ['commission.commissions']);
});
afterAll(() => probe.close());
afterAll(() => world.close());
afterEach(async () => {
  expect((await world.verify()).differences).toEqual([]);
});

const soon = (): string => new Date(Date.now() + 1_000).toISOString();
const now = (): string => new Date().toISOString();

async function theCommission(conversionId: string) {
  const found = await world.collections.commissions.findOne({ conversionId });
  if (found === null) throw new Error('No commission');
  return found;
}

async function knownCampaign(given: Parameters<typeof aCampaign>[0] = {}) {
  const campaign = aCampaign(given);
  await probe.publish(campaignActivated(campaign));
  const { campaignId } = campaign;
  await eventually(() => world.collections.campaigns.findOne({ _id: campaignId }).then(Boolean));
  return campaign;
}

describe('a campaign of which no event has arrived yet', () => {
  it('has tiers at once, for its brand alone', async () => {
    const campaign = aCampaign();
    world.ownedCampaigns.set(campaign.campaignId, campaign);
    const path = `/api/commission-tiers/campaigns/${campaign.campaignId}`;
    const tier = { name: 'Bronze', bonus_percent: 0, min_conversions: 0, min_revenue: 0 };
    const set = (id: string) => world.send('PUT', path, { id, role: 'brand' }, { tiers: [tier] });
    expect((await set(randomUUIDv7())).status).toBe(404);
    expect((await set(campaign.brandId)).status).toBe(200);
  });
});

describe('a tier reached a moment before an order', () => {
  it('adds no bonus to an order on a limited budget beyond what was counted', async () => {
    const budget = { totalMinor: 100_000, dailyMinor: null };
    const limited = await knownCampaign({ budget });
    const unlimited = await knownCampaign();
    for (const { campaignId, brandId } of [limited, unlimited]) {
      const path = `/api/commission-tiers/campaigns/${campaignId}`;
      const tier = { name: 'Bronze', bonus_percent: 15, min_conversions: 0, min_revenue: 0 };
      const caller = { id: brandId, role: 'brand' } as const;
      expect((await world.send('PUT', path, caller, { tiers: [tier] })).status).toBe(200);
    }
    const order = ({ campaignId, brandId }: typeof limited) =>
      anApprovedConversion({ campaignId, brandId, valueMinor: 10_000, createdAt: soon() });
    const affiliateOf = ({ shares }: ReturnType<typeof order>): string =>
      shares[0]?.affiliateId ?? '';
    const [counted, full] = [order(limited), order(unlimited)];
    await world.create({ ...counted, tierBonuses: { [affiliateOf(counted)]: '5' } });
    await world.create({ ...full, tierBonuses: { [affiliateOf(full)]: '5' } });
    expect((await theCommission(counted.conversionId)).amountMinor).toBe(1_050);
    expect((await theCommission(full.conversionId)).amountMinor).toBe(1_150);
    const { shares: _shares, ...pending } = { ...order(limited), status: 'pending' as const };
    const affiliateId = pending.affiliateId ?? '';
    const expectedMinor = async () => {
      const view = await world.collections.conversionViews.findOne({ _id: pending.conversionId });
      return view?.expected[0]?.amountMinor;
    };
    await probe.publish(conversionTracked({ ...pending, tierBonuses: {} }));
    await eventually(async () => (await expectedMinor()) === 1_000);
    await probe.publish(conversionCredited({ ...pending, tierBonuses: { [affiliateId]: '5' } }));
    await eventually(async () => (await expectedMinor()) === 1_050);
  });
});

describe('GET /api/commission-tiers', () => {
  it('lists the platform’s default tiers to every role, field by field', async () => {
    for (const role of ['affiliate', 'brand', 'admin'] as const) {
      const { status, body } = await world.get('/api/commission-tiers', { role });
      expect(status).toBe(200);
      expect(body).toHaveLength(4);
      expect(body).toContainEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Gold',
        description: expect.any(String),
        tier_level: 3,
        base_commission_rate: 10,
        effective_commission_rate: 11,
        bonus_percent: 10,
        min_conversions: 100,
        min_revenue: 10_000,
        period_days: expect.any(Number),
        allow_downgrade: expect.any(Boolean),
        benefits: {
          early_payout: true,
          priority_support: true,
          exclusive_campaigns: false,
          higher_commissions: true,
          dedicated_manager: false,
        },
        is_active: true,
        created_at: expect.stringMatching(/Z$/),
      });
    }
  });

  it('shows them on a campaign’s rate, and refuses an unknown campaign', async () => {
    const commission = { type: 'percentage', value: '12.5', currency: 'USD', holdDays: 0 } as const;
    const { campaignId } = await knownCampaign({ commission });
    const { body } = await world.get(`/api/commission-tiers?campaign_id=${campaignId}`, {
      role: 'affiliate',
    });
    const rates = (body as { effective_commission_rate: number }[]).map(
      (tier) => tier.effective_commission_rate,
    );
    expect(rates).toEqual([12.5, 13.125, 13.75, 14.375]);
    const caller = { role: 'affiliate' } as const;
    const absent = `/api/commission-tiers?campaign_id=${randomUUIDv7()}`;
    expect(await world.get(absent, caller)).toMatchObject({ status: 404 });
    const closed = randomUUIDv7();
    const member = randomUUIDv7();
    await knownCampaign({ campaignId: closed, commission });
    world.closedTo.set(closed, [member]);
    const path = `/api/commission-tiers?campaign_id=${closed}`;
    const refused = await world.get(path, caller);
    expect(refused).toEqual(await world.get(absent, caller));
    expect(await world.get(path, { id: member, role: 'affiliate' })).toMatchObject({ status: 200 });
    expect(await world.get(path, { role: 'admin' })).toMatchObject({ status: 200 });
    const wrong = '/api/commission-tiers?campaign_id=x';
    expect(await world.get(wrong, caller)).toMatchObject({ status: 400 });
  });
});

describe('an affiliate who reaches the thresholds', () => {
  it('is moved up, once and with its history, and earns the bonus from the next conversion on', async () => {
    const affiliateId = randomUUIDv7();
    const early = anApprovedConversion({ affiliateId, createdAt: now() });
    await world.approved(affiliateId, ...Array.from({ length: 25 }, () => 10_000));
    const { data } = await probe.waitFor(
      affiliateTierChanged,
      (change) => change.affiliateId === affiliateId,
    );
    expect(data).toMatchObject({
      campaignId: null,
      from: { name: 'Bronze', level: 1 },
      to: { name: 'Silver', level: 2 },
      conversions: 25,
      revenueMinor: 250_000,
      currency: 'USD',
    });

    const late = anApprovedConversion({ affiliateId, createdAt: soon() });
    await world.create(early, late);
    // The rate is the one in force when it was tracked, not when it was approved.
    expect(await theCommission(early.conversionId)).toMatchObject({ amountMinor: 1_000 });
    expect(await theCommission(late.conversionId)).toMatchObject({
      amountMinor: 1_050,
      terms: { value: '10.5' },
    });

    const { body } = await world.get('/api/commission-tiers/standing', {
      role: 'affiliate',
      id: affiliateId,
    });
    expect(body).toMatchObject({
      standings: [{ campaign_id: null, tier: { name: 'Silver', tier_level: 2 } }],
      history: [{ from: 'Bronze', to: 'Silver', conversions: 25, revenue: 2_500 }],
    });
    const changes = probe.events(affiliateTierChanged);
    expect(changes.filter((event) => event.data.affiliateId === affiliateId)).toHaveLength(1);
  });
});

describe('the platform’s tiers', () => {
  it('are published with their bonuses when the service starts, because the default ones are set by nobody', async () => {
    const { data } = await probe.waitFor(commissionTiersSet);
    expect(data).toMatchObject({ campaignId: null, brandId: null, version: 1 });
    expect(Date.parse(data.effectiveFrom)).toBe(0);
    expect(data.tiers.map(({ level, bonusPercent }) => [level, bonusPercent])).toEqual([
      [1, '0'],
      [2, '5'],
      [3, '10'],
      [4, '15'],
    ]);
  });
});

describe('a campaign’s own tiers', () => {
  const scheme = {
    period_days: 7,
    allow_downgrade: true,
    tiers: [
      { name: 'Bronze', bonus_percent: 0, min_conversions: 0, min_revenue: 0 },
      {
        name: 'Silver',
        bonus_percent: 50,
        min_conversions: 2,
        min_revenue: 0,
        benefits: { early_payout: true },
      },
    ],
  };

  it('replace the platform’s there, shorten holds, and may move affiliates down again', async () => {
    const brandId = randomUUIDv7();
    const { campaignId } = await knownCampaign({ brandId });
    const path = `/api/commission-tiers/campaigns/${campaignId}`;
    const owner = { role: 'brand', id: brandId } as const;
    expect(await world.send('PUT', path, owner, scheme)).toMatchObject({
      status: 200,
      body: { campaign_id: campaignId, version: 1, allow_downgrade: true },
    });
    const affiliateId = randomUUIDv7();
    const on = { affiliateId, campaignId, brandId };
    const [first, second] = [anApprovedConversion(on), anApprovedConversion(on)];
    await world.create(first, second);
    const moved = (level: number) =>
      probe.waitFor(
        affiliateTierChanged,
        ({ affiliateId: who, to }) => who === affiliateId && to.level === level,
      );
    expect((await moved(2)).data).toMatchObject({ campaignId, brandId });

    const terms = { type: 'percentage', value: '10', currency: 'USD', holdDays: 7 } as const;
    const reviewedAt = now();
    const bonus = anApprovedConversion({ ...on, createdAt: soon(), terms, reviewedAt });
    await world.create(bonus);
    const earned = await theCommission(bonus.conversionId);
    expect(earned).toMatchObject({ amountMinor: 1_500, terms: { value: '15', holdDays: 3 } });
    expect(earned.holdUntil?.getTime()).toBe(Date.parse(reviewedAt) + 3 * DAY_MS);

    for (const { conversionId } of [first, second, bonus]) {
      await world.adjust({
        ...first,
        conversionId,
        status: 'reversed',
        refundedMinor: 10_000,
        adjustmentId: randomUUIDv7(),
        adjustmentType: 'refund',
        adjustmentMinor: 10_000,
        refundId: null,
      });
    }
    expect((await moved(1)).data.from.level).toBe(2);
  });

  it('are published when they are set: the active ones, each with its effective bonus', async () => {
    const brandId = randomUUIDv7();
    const { campaignId } = await knownCampaign({ brandId });
    const path = `/api/commission-tiers/campaigns/${campaignId}`;
    const [bronze, silver] = scheme.tiers;
    const sent = {
      tiers: [
        { ...bronze, bonus_percent: 2.5 },
        { ...silver, is_active: false },
        { ...silver, name: 'Gold', benefits: { higher_commissions: false } },
      ],
    };
    const owner = { role: 'brand', id: brandId } as const;
    const first = await world.send('PUT', path, owner, sent);
    expect(first).toMatchObject({ status: 200, body: { version: 1 } });
    const ofThis = ({ campaignId: about }: { campaignId: string | null }) => about === campaignId;
    const { data } = await probe.waitFor(commissionTiersSet, ofThis);
    expect(data).toMatchObject({
      brandId,
      version: 1,
      tiers: [
        { name: 'Bronze', level: 1, bonusPercent: '2.5' },
        { name: 'Gold', level: 3, bonusPercent: '0' },
      ],
    });
    expect(data.tiers).toHaveLength(2);

    await world.send('PUT', path, owner, { tiers: [bronze] });
    const next = await probe.waitFor(
      commissionTiersSet,
      (event) => ofThis(event) && event.version === 2,
    );
    expect(next.data.effectiveFrom > data.effectiveFrom).toBe(true);
  });

  it.each([
    ['another brand', { role: 'brand' } as const, scheme, 404],
    ['an affiliate', { role: 'affiliate' } as const, scheme, 403],
  ])('are set by the campaign’s brand, not by %s', async (_who, caller, body, status) => {
    const { campaignId } = await knownCampaign();
    const path = `/api/commission-tiers/campaigns/${campaignId}`;
    expect(await world.send('PUT', path, caller, body)).toMatchObject({ status });
  });

  it('are refused with an error for every wrong field', async () => {
    const brandId = randomUUIDv7();
    const { campaignId } = await knownCampaign({ brandId });
    const { status, body } = await world.send(
      'PUT',
      `/api/commission-tiers/campaigns/${campaignId}`,
      { role: 'brand', id: brandId },
      {
        tiers: [
          { name: 'Bronze', bonus_percent: 0, min_conversions: 1, min_revenue: 0 },
          { name: 'Tin', bonus_percent: 101, min_conversions: 0, min_revenue: -1 },
        ],
      },
    );
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('bonus_percent');
  });

  it('are refused where revenue has more decimals than its currency, with an error for each such field', async () => {
    const brandId = randomUUIDv7();
    const { campaignId } = await knownCampaign({ brandId });
    const [bronze, silver] = scheme.tiers;
    const setTo = (...revenues: readonly number[]) =>
      world.send(
        'PUT',
        `/api/commission-tiers/campaigns/${campaignId}`,
        { role: 'brand', id: brandId },
        {
          tiers: [bronze, silver, { ...silver, name: 'Gold' }].map((tier, index) => ({
            ...tier,
            min_revenue: revenues[index],
          })),
        },
      );
    const { status, body } = await setTo(0, 1.005, 2.0001);
    expect({ status, body }).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
    const { detail } = body as { detail: string };
    expect(detail).toContain('tiers.1.min_revenue');
    expect(detail).toContain('tiers.2.min_revenue');
    // Whatever binary fraction it is stored as.
    expect(await setTo(0, 1.1, 999_999_999_999.99)).toMatchObject({ status: 200 });
  });
});

describe('changed tiers', () => {
  const platformTiers = (isSilverExclusive: boolean) => ({
    tiers: [
      { name: 'Bronze', bonus_percent: 0, min_conversions: 0, min_revenue: 0 },
      {
        name: 'Silver',
        bonus_percent: 5,
        min_conversions: 2,
        min_revenue: 0,
        benefits: { exclusive_campaigns: isSilverExclusive },
      },
    ],
  });
  const set = async (isSilverExclusive: boolean): Promise<void> => {
    const path = '/api/admin/commission-tiers';
    const sent = platformTiers(isSilverExclusive);
    expect(await world.send('PUT', path, { role: 'admin' }, sent)).toMatchObject({ status: 200 });
  };

  it('are published once for affiliates who stay in their tier but whose access to exclusive campaigns changes', async () => {
    const [silver, bronze] = [randomUUIDv7(), randomUUIDv7()];
    await set(false);
    await world.approved(silver, 10_000, 10_000);
    await world.approved(bronze, 10_000);
    const changesOf = (affiliateId: string) =>
      probe
        .events(affiliateTierChanged)
        .flatMap(({ data }) => (data.affiliateId === affiliateId ? [data] : []));
    const opens = () =>
      changesOf(silver).map(({ from, to, benefits }) => [
        from.level,
        to.level,
        benefits.exclusive_campaigns,
      ]);
    await eventually(() => Promise.resolve(opens().length === 1));

    await set(true);
    await eventually(() => Promise.resolve(opens().length === 2));
    await set(false);
    await eventually(() => Promise.resolve(opens().length === 3));
    expect(opens()).toEqual([
      [1, 2, false],
      [2, 2, true],
      [2, 2, false],
    ]);
    expect(changesOf(bronze)).toEqual([]);
    const { body } = await world.get('/api/commission-tiers/standing', {
      role: 'affiliate',
      id: silver,
    });
    expect(body).toMatchObject({ history: [{ from: 'Bronze', to: 'Silver' }] });
    expect((body as { history: unknown[] }).history).toHaveLength(1);
  });
});
