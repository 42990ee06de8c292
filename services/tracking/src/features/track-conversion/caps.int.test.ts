import { randomUUIDv7 } from 'node:crypto';
import {
  affiliateTierChanged,
  assessmentJudgedAgain,
  assessmentMade,
  type CampaignCaps,
  campaignUpdated,
  commissionTiersSet,
  conversionTracked,
} from '@tributary/contracts';
import { eventually, openEventProbe, type EventProbe } from '@tributary/testing';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';
import { assessmentOf } from '../../testing/fake-services.ts';

const none = { daily: null, weekly: null, monthly: null, total: null };
const noCaps = { clicks: none, conversions: none, commissionMinor: none };
const noBudget = { totalMinor: null, dailyMinor: null };

describe('caps and budgets', () => {
  let tracking: Tracking;
  let probe: EventProbe;
  beforeAll(async () => {
    tracking = await openTracking({}, 2);
    probe = await openEventProbe(tracking.env, ['tracking.conversions', 'commission.commissions']);
  });
  afterAll(async () => {
    await probe.close();
    await tracking.close();
  });

  const aClickOn = async (campaign: object) => {
    const made = tracking.aLinkTo({ campaign });
    const answered = await tracking.follow(made.link.trackingCode);
    return { ...made, clickId: tracking.clickIdOf(answered) };
  };
  /** Orders of 100.00 each, which earn 10.00, from both instances at once. */
  const post = (clickId: string, count: number, prefix = 'o') =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        tracking.call('POST', '/api/track/conversion', {
          at: tracking.services[index % 2]!,
          body: {
            click_id: clickId,
            transaction_id: `${prefix}-${clickId}-${String(index)}`,
            order_value: 100,
          },
        }),
      ),
    );
  const reasons = async (campaignId: string) => {
    const rows = await tracking.collection('conversions').find({ campaignId }).toArray();
    return Map.groupBy(rows, ({ unpayableReason }) => unpayableReason as string | null);
  };
  const headersOf = (campaign: { brandId: string }) => tracking.brand(campaign.brandId);

  it('let exactly the capped number of conversions earn, of 120 parallel ones over two instances', async () => {
    const { clickId, campaign } = await aClickOn({
      caps: { ...noCaps, conversions: { ...none, daily: 25 } },
    });
    const answers = await post(clickId, 120);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const found = await reasons(campaign.campaignId);
    expect(found.get(null)).toHaveLength(25);
    expect(found.get('capped')).toHaveLength(95);
  });

  it('spend a budget to the last cent and no further, over two instances', async () => {
    const { clickId, campaign } = await aClickOn({ budget: { ...noBudget, totalMinor: 20_500 } });
    await post(clickId, 60);
    const found = await reasons(campaign.campaignId);
    expect(found.get(null)).toHaveLength(20);
    expect(found.get('budget_spent')).toHaveLength(40);
    const listed = await tracking.call('GET', '/api/brand/conversions?per_page=100', {
      headers: headersOf(campaign),
    });
    const shown = Map.groupBy(listed.body.data.conversions, (it) => it['unpayable_reason']);
    expect(shown.get('budget_spent')?.[0]).toMatchObject({
      commission_amount: 0,
      requires_review: true,
    });
    expect(shown.get(null)?.[0]).toMatchObject({ commission_amount: 10 });
  });

  it('free the place of a rejected conversion, and count a manually approved one', async () => {
    const { clickId, campaign } = await aClickOn({
      caps: { ...noCaps, conversions: { ...none, total: 2 } },
    });
    const ids = (await post(clickId, 4)).map(({ body }) => body.data.conversion_id);
    const found = await reasons(campaign.campaignId);
    const payable = found.get(null)?.map(({ _id }) => _id) ?? [];
    const capped = found.get('capped')?.map(({ _id }) => _id) ?? [];
    expect([payable.length, capped.length, ids.length]).toEqual([2, 2, 4]);
    const review = (id: string | undefined, decision: string) =>
      tracking.call('PUT', `/api/brand/conversions/${id ?? ''}/review`, {
        body: { decision },
        headers: headersOf(campaign),
      });
    expect((await review(payable[0], 'rejected')).status).toBe(200);
    expect((await review(payable[1], 'rejected')).status).toBe(200);
    expect((await review(capped[0], 'approved')).status).toBe(200);
    const more = await post(clickId, 3, 'again');
    const now = (await reasons(campaign.campaignId)).get('capped') ?? [];
    const again = more.map(({ body }) => body.data.conversion_id);
    expect(now.filter(({ _id }) => again.includes(_id))).toHaveLength(2);
  });

  it('count the conversions before a new limit, and delete the counts with the last limit', async () => {
    const { clickId, campaign } = await aClickOn({});
    await post(clickId, 3);
    const change = async (caps: CampaignCaps) => {
      const changed = { ...campaign, caps, updatedAt: new Date().toISOString() };
      tracking.others.links.forEach((known, code) => {
        if (known.campaign.campaignId !== campaign.campaignId) return;
        tracking.others.links.set(code, { ...known, campaign: changed });
      });
      await probe.publish(campaignUpdated(changed));
      await eventually(async () => {
        const copy = await tracking.collection('campaigns').findOne({ _id: campaign.campaignId });
        const snapshot = copy?.['snapshot'] as { updatedAt: string } | undefined;
        return snapshot?.updatedAt === changed.updatedAt;
      });
    };
    await change({ ...noCaps, conversions: { ...none, total: 4 } });
    // Counted before the first limited order, because counting many takes longer than an order waits.
    expect(
      await tracking.collection('cap_counts').findOne({ _id: campaign.campaignId }),
    ).toMatchObject({ counts: { t: { conversions: 3, commissionMinor: 3_000 } } });
    // The directory reloads the campaign after a second.
    const late = await eventually(async () => {
      await post(clickId, 2, `late-${String(Date.now())}`);
      const found = await reasons(campaign.campaignId);
      return found.get('capped') !== undefined && found;
    });
    expect(late.get(null)?.length).toBeGreaterThanOrEqual(4);
    await change(noCaps);
    expect(
      await tracking.collection('cap_counts').countDocuments({ _id: campaign.campaignId }),
    ).toBe(0);
  });

  describe('with tiers', () => {
    const now = () => new Date().toISOString();
    const tiersOf = (
      campaignId: string,
      version: number,
      effectiveFrom: string,
      percents: readonly string[],
    ) =>
      commissionTiersSet({
        campaignId,
        brandId: randomUUIDv7(),
        version,
        effectiveFrom,
        tiers: percents.map((bonusPercent, index) => ({
          tierId: randomUUIDv7(),
          name: `Tier ${String(index + 1)}`,
          level: index + 1,
          bonusPercent,
        })),
      });
    const moveTo = (level: number, affiliateId: string, campaignId: string, changedAt: string) => {
      const tier = { tierId: randomUUIDv7(), name: `Tier ${String(level)}`, level };
      return affiliateTierChanged({
        affiliateId,
        campaignId,
        brandId: null,
        from: tier,
        to: tier,
        benefits: {
          early_payout: false,
          priority_support: false,
          exclusive_campaigns: false,
          higher_commissions: true,
        },
        conversions: 0,
        revenueMinor: 0,
        currency: 'USD',
        periodDays: 30,
        changedAt,
      });
    };
    /** Waits until the service has stored the versions and moves. */
    const waitForTiers = (campaignId: string, versions: number, moveId: string, moves: number) =>
      eventually(async () => {
        const scheme = await tracking.collection('tier_schemes').findOne({ _id: campaignId });
        const own = await tracking.collection('tier_moves').findOne({ _id: moveId });
        const count = (row: typeof scheme) =>
          (row?.['newest'] as readonly unknown[] | undefined)?.length ?? 0;
        return count(scheme) === versions && count(own) === moves;
      });

    it('spend a budget with the bonus in force and no further, of 60 parallel orders over two instances', async () => {
      const { clickId, campaign, link } = await aClickOn({
        budget: { ...noBudget, totalMinor: 11_500 },
      });
      const { campaignId } = campaign;
      const { affiliateId } = link;
      const early = new Date(Date.now() - 60_000).toISOString();
      const later = new Date(Date.now() - 30_000).toISOString();
      const moveId = `${affiliateId}/${campaignId}`;
      await probe.publish(
        tiersOf(campaignId, 2, later, ['0', '15']),
        moveTo(2, affiliateId, campaignId, later),
      );
      await waitForTiers(campaignId, 1, moveId, 1);
      // Late and repeated events change nothing.
      await probe.publish(
        tiersOf(campaignId, 1, early, ['50', '50']),
        tiersOf(campaignId, 2, later, ['0', '15']),
        moveTo(1, affiliateId, campaignId, early),
        moveTo(2, affiliateId, campaignId, later),
      );
      await waitForTiers(campaignId, 2, moveId, 2);

      const answers = await post(clickId, 60);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      const found = await reasons(campaignId);
      // 11.50 each: exactly ten fit, where eleven would at 10.00.
      expect(found.get(null)).toHaveLength(10);
      expect(found.get('budget_spent')).toHaveLength(50);
      for (const row of found.get(null) ?? []) {
        expect(row['tierBonuses']).toEqual({ [affiliateId]: '15' });
      }
      const counts = await tracking.collection('cap_counts').findOne({ _id: campaignId });
      expect(counts).toMatchObject({ counts: { t: { conversions: 10, commissionMinor: 11_500 } } });
      const listed = await tracking.call('GET', '/api/brand/conversions?per_page=100', {
        headers: headersOf(campaign),
      });
      const payable = listed.body.data.conversions.find((it) => it['unpayable_reason'] === null);
      expect(payable).toMatchObject({ commission_amount: 11.5, commission_rate: 11.5 });
    });

    it('refuse a conversion that would exceed the budget with its bonus, and free the whole amount', async () => {
      const { clickId, campaign, link } = await aClickOn({
        budget: { ...noBudget, totalMinor: 1_050 },
      });
      const { campaignId } = campaign;
      await probe.publish(tiersOf(campaignId, 1, now(), ['15']));
      await waitForTiers(campaignId, 1, `${link.affiliateId}/${campaignId}`, 0);
      await post(clickId, 1);
      const capped = await reasons(campaignId);
      expect(capped.get('budget_spent')).toHaveLength(1);

      await probe.publish(tiersOf(campaignId, 2, now(), ['5']));
      await waitForTiers(campaignId, 2, `${link.affiliateId}/${campaignId}`, 0);
      await post(clickId, 1, 'fits');
      const [fits] = (await reasons(campaignId)).get(null) ?? [];
      expect(fits).toMatchObject({ tierBonuses: { [link.affiliateId]: '5' } });
      const rejected = await tracking.call(
        'PUT',
        `/api/brand/conversions/${fits?._id ?? ''}/review`,
        { body: { decision: 'rejected' }, headers: headersOf(campaign) },
      );
      expect(rejected.status).toBe(200);
      const counts = await tracking.collection('cap_counts').findOne({ _id: campaignId });
      expect(counts).toMatchObject({ counts: { t: { conversions: 0, commissionMinor: 0 } } });
    });

    it('count another affiliate’s bonus once that affiliate is credited', async () => {
      const { clickId, campaign } = await aClickOn({
        budget: { ...noBudget, totalMinor: 100_000 },
      });
      const { campaignId } = campaign;
      const credited = randomUUIDv7();
      const then = new Date(Date.now() - 60_000).toISOString();
      await probe.publish(
        tiersOf(campaignId, 1, then, ['0', '15']),
        moveTo(2, credited, campaignId, then),
      );
      await waitForTiers(campaignId, 1, `${credited}/${campaignId}`, 1);
      await post(clickId, 1);
      const { data } = await probe.waitFor(conversionTracked, (it) => it.campaignId === campaignId);
      const counted = async () => {
        const row = await tracking.collection('cap_counts').findOne({ _id: campaignId });
        return (row?.['counts'] as Record<string, unknown> | undefined)?.['t'];
      };
      expect(await counted()).toEqual({ conversions: 1, commissionMinor: 1_000 });
      const assessment = assessmentOf(data);
      const [share] = assessment.shares;
      await probe.publish(
        assessmentMade({ ...assessment, shares: [{ ...share!, affiliateId: credited }] }),
      );
      await eventually(async () => {
        const row = await tracking.collection('conversions').findOne({ _id: data.conversionId });
        return row?.['affiliateId'] === credited;
      });
      expect(await counted()).toEqual({ conversions: 1, commissionMinor: 1_150 });
      const verdict = { fraudScore: 0.7, requiresReview: true, isHeld: true, factors: [] };
      const { conversionId, brandId } = data;
      await probe.publish(
        assessmentJudgedAgain({
          ...{ conversionId, brandId, campaignId, affiliateId: credited, ...verdict },
          ...{ earlierScore: 0.1, weightsVersion: '1', changedBy: [], cause: 'nightly' },
          judgedAt: now(),
        }),
      );
      await eventually(async () => {
        const row = await tracking.collection('conversions').findOne({ _id: conversionId });
        return row?.['requiresReview'] === true && row['fraudScore'] === 0.7;
      });
    });

    it('count the bonus of conversions before a new limit', async () => {
      const { clickId, campaign, link } = await aClickOn({});
      const { campaignId } = campaign;
      await probe.publish(tiersOf(campaignId, 1, now(), ['15']));
      await waitForTiers(campaignId, 1, `${link.affiliateId}/${campaignId}`, 0);
      await post(clickId, 3);
      const budget = { ...noBudget, totalMinor: 100_000 };
      await probe.publish(campaignUpdated({ ...campaign, budget, updatedAt: now() }));
      const counts = await eventually(
        async () =>
          (await tracking.collection('cap_counts').findOne({ _id: campaignId })) ?? undefined,
      );
      expect(counts).toMatchObject({ counts: { t: { conversions: 3, commissionMinor: 3_450 } } });
    });
  });
});
