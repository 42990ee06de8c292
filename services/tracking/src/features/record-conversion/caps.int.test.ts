import { type CampaignCaps, campaignUpdated } from '@tributary/contracts';
import { eventually, openEventProbe, type EventProbe } from '@tributary/testing';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';

const none = { daily: null, weekly: null, monthly: null, total: null };
const noCaps = { clicks: none, conversions: none, commissionMinor: none };
const noBudget = { totalMinor: null, dailyMinor: null };

describe('caps and budgets', () => {
  let tracking: Tracking;
  let probe: EventProbe;
  beforeAll(async () => {
    tracking = await openTracking({}, 2);
    probe = await openEventProbe(tracking.env, ['tracking.conversions']);
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

  it('let exactly as many conversions earn as the cap says, of 120 parallel ones over two instances', async () => {
    const { clickId, campaign } = await aClickOn({
      caps: { ...noCaps, conversions: { ...none, daily: 25 } },
    });
    const answers = await post(clickId, 120);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const found = await reasons(campaign.campaignId);
    expect(found.get(null)).toHaveLength(25);
    expect(found.get('conversion_cap')).toHaveLength(95);
  });

  it('spend a budget to the last cent and no further, over two instances', async () => {
    const { clickId, campaign } = await aClickOn({ budget: { ...noBudget, totalMinor: 20_500 } });
    await post(clickId, 60);
    const found = await reasons(campaign.campaignId);
    expect(found.get(null)).toHaveLength(20);
    expect(found.get('budget_exhausted')).toHaveLength(40);
    const listed = await tracking.call('GET', '/api/brand/conversions?per_page=100', {
      headers: headersOf(campaign),
    });
    const shown = Map.groupBy(listed.body.data.conversions, (it) => it['unpayable_reason']);
    expect(shown.get('budget_exhausted')?.[0]).toMatchObject({
      commission_amount: 0,
      requires_review: true,
    });
    expect(shown.get(null)?.[0]).toMatchObject({ commission_amount: 10 });
  });

  it('give a place back when a conversion is declined, and count what is approved by hand', async () => {
    const { clickId, campaign } = await aClickOn({
      caps: { ...noCaps, conversions: { ...none, total: 2 } },
    });
    const ids = (await post(clickId, 4)).map(({ body }) => body.data.conversion_id);
    const found = await reasons(campaign.campaignId);
    const payable = found.get(null)?.map(({ _id }) => _id) ?? [];
    const capped = found.get('conversion_cap')?.map(({ _id }) => _id) ?? [];
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
    const now = (await reasons(campaign.campaignId)).get('conversion_cap') ?? [];
    const again = more.map(({ body }) => body.data.conversion_id);
    expect(now.filter(({ _id }) => again.includes(_id))).toHaveLength(2);
  });

  it('count what came before there was a limit, and start anew after there was none', async () => {
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
    // Before the first order that is held to it: counting many takes longer than an order waits.
    expect(
      await tracking.collection('cap_counts').findOne({ _id: campaign.campaignId }),
    ).toMatchObject({ counts: { t: { conversions: 3, commissionMinor: 3_000 } } });
    // The directory looks again after a second.
    const late = await eventually(async () => {
      await post(clickId, 2, `late-${String(Date.now())}`);
      const found = await reasons(campaign.campaignId);
      return found.get('conversion_cap') !== undefined && found;
    });
    expect(late.get(null)?.length).toBeGreaterThanOrEqual(4);
    await change(noCaps);
    expect(
      await tracking.collection('cap_counts').countDocuments({ _id: campaign.campaignId }),
    ).toBe(0);
  });
});
