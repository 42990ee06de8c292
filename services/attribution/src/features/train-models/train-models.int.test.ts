import {
  campaignCreated,
  type CampaignSnapshot,
  type ConversionSnapshot,
  conversionRejected,
  conversionReversed,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aCampaign, aConversion, anApprovedConversion, eventually } from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';
import { trainModel, trainModels } from './train-models.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution();
});
afterAll(() => running.close());

const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * HOUR_MS);

/** One makes visitors order; the other is the last click of all journeys and makes nobody order. */
const [maker, poacher] = [newId(), newId()];

async function campaignWith(model: 'last_click' | 'data_driven'): Promise<CampaignSnapshot> {
  const plain = aCampaign();
  const campaign = {
    ...plain,
    attribution: { ...plain.attribution, model },
    updatedAt: hoursAgo(10_000).toISOString(),
  };
  running.campaigns.set(campaign.campaignId, campaign);
  await running.probe.publish(campaignCreated(campaign));
  await eventually(
    async () => (await running.deps.settings.findCurrent(campaign.campaignId)) !== undefined,
  );
  return campaign;
}

/** A visitor who followed these, an hour apart; the order that the last click led to, if any. */
async function visits(campaign: CampaignSnapshot, affiliates: readonly string[], count: number) {
  const { campaignId, brandId } = campaign;
  const rows = Array.from({ length: count }, () => {
    const visitorId = newId();
    return affiliates.map((affiliateId, index) => ({
      _id: newId(),
      visitorId,
      campaignId,
      affiliateId,
      linkId: newId(),
      occurredAt: hoursAgo(affiliates.length - index),
      device: 'desktop',
      country: null,
      fingerprint: null,
      navigated: null,
    }));
  });
  await running.deps.touchpoints.add(rows.flat());
  return rows.map((clicks): ConversionSnapshot => {
    const own = clicks.at(-1)!;
    return aConversion({
      brandId,
      campaignId,
      affiliateId: own.affiliateId,
      clickId: own._id,
      linkId: own.linkId,
      clickedAt: own.occurredAt.toISOString(),
      convertedAt: hoursAgo(0).toISOString(),
      createdAt: hoursAgo(0).toISOString(),
      ip: null,
    });
  });
}

async function taught(
  campaign: CampaignSnapshot,
  conversions: number,
): Promise<ConversionSnapshot[]> {
  const both = await visits(campaign, [maker, poacher], conversions + 600);
  const ordered = both.slice(0, conversions);
  await running.assess(ordered);
  // Without the maker, two in a hundred order.
  const alone = await visits(campaign, [poacher], 500);
  await running.assess(alone.slice(0, 10));
  return ordered;
}

describe('data_driven', () => {
  it('credits who made visitors order, once it has learnt from 300 of them', async () => {
    const campaign = await campaignWith('data_driven');
    await taught(campaign, 295);
    const { campaignId } = campaign;
    const learnt = await trainModel(running.deps)(campaignId);
    expect(learnt).toMatchObject({ version: 1, conversions: 305, journeys: 1_395, isUsed: true });
    const [next] = await visits(campaign, [maker, poacher], 1);
    const [made] = await running.assess([next!]);
    expect(made).toMatchObject({ model: 'data_driven', modelVersion: 'data_driven.1' });
    expect(made?.shares[0]?.affiliateId).toBe(maker);
    expect(made?.shares[0]?.valueMinor).toBeGreaterThan(8_000);
    const brand = running.caller(campaign.brandId);
    const path = `/api/brand/conversions/campaigns/${campaignId}/attribution`;
    const { body } = await brand.put(path, { model: 'data_driven' });
    expect(body.data.data_driven).toMatchObject({ is_trained: true, version: 1, conversions: 305 });
    const again = await trainModels(running.deps)();
    expect(again.find((one) => one.campaignId === campaignId)).toMatchObject({ version: 2 });
  });

  it('splits evenly below 300 orders, and says so', async () => {
    const campaign = await campaignWith('data_driven');
    await taught(campaign, 50);
    const learnt = await trainModel(running.deps)(campaign.campaignId);
    expect(learnt).toMatchObject({ conversions: 60, isUsed: false });
    const [next] = await visits(campaign, [maker, poacher], 1);
    const [made] = await running.assess([next!]);
    expect(made).toMatchObject({
      modelVersion: 'data_driven.untrained_linear.1',
      shares: [
        { affiliateId: poacher, valueMinor: 5_000 },
        { affiliateId: maker, valueMinor: 5_000 },
      ],
    });
  });
});

describe('a preview', () => {
  const period = { start_date: hoursAgo(48).toISOString(), end_date: hoursAgo(-1).toISOString() };

  it('says what conversions would have paid under each model, and changes nothing', async () => {
    const campaign = await campaignWith('last_click');
    const orders = await taught(campaign, 20);
    const base = `/api/brand/conversions/campaigns/${campaign.campaignId}/attribution`;
    const brand = running.caller(campaign.brandId);
    const before = await running.assess(orders);
    const asked = { model: 'linear', ...period };
    const { status, body } = await brand.post(`${base}/preview`, asked);
    expect(status).toBe(200);
    // 30 orders of 100.00 at 10 %: ten of the poacher's alone.
    expect(body.data).toEqual({
      campaign_id: campaign.campaignId,
      period: { start_date: period.start_date, end_date: expect.any(String) },
      conversions: 30,
      model: 'linear',
      model_version: 'linear.1',
      falls_back_to: null,
      affiliates: [
        {
          affiliate_id: poacher,
          conversions: 30,
          credit: 20,
          value: 2_000,
          value_currency: 'USD',
          commission: 200,
          current_commission: 300,
          difference: -100,
          currency: 'USD',
        },
        {
          affiliate_id: maker,
          conversions: 20,
          credit: 10,
          value: 1_000,
          value_currency: 'USD',
          commission: 100,
          current_commission: 0,
          difference: 100,
          currency: 'USD',
        },
      ],
    });
    expect((await brand.post(`${base}/preview`, asked)).body).toEqual(body);
    expect(await running.assess(orders)).toEqual(before);
    const query = new URLSearchParams(period).toString();
    const compared = await brand.get(`${base}/comparison?${query}`);
    expect(compared.status).toBe(200);
    const { models } = compared.body.data;
    expect(models).toMatchObject([
      { model: 'last_click' },
      { model: 'first_click' },
      { model: 'linear', affiliates: body.data.affiliates },
      { model: 'time_decay' },
      { model: 'position_based' },
      { model: 'data_driven', falls_back_to: 'linear' },
    ]);
    for (const { affiliates } of models as { affiliates: { commission: number }[] }[]) {
      expect(affiliates.reduce((sum, { commission }) => sum + commission, 0)).toBeCloseTo(300, 10);
    }
  });

  it('leaves out what was rejected or reversed', async () => {
    const campaign = await campaignWith('last_click');
    const orders = await visits(campaign, [maker, poacher], 4);
    await running.assess(orders);
    const [rejected, reversed] = orders;
    await running.probe.publish(
      conversionRejected(anApprovedConversion({ ...rejected!, status: 'rejected' })),
      conversionReversed({
        ...reversed!,
        status: 'reversed',
        refundedMinor: 10_000,
        adjustmentId: newId(),
        adjustmentType: 'refund',
        adjustmentMinor: 10_000,
        refundId: null,
      }),
    );
    const brand = running.caller(campaign.brandId);
    const path = `/api/brand/conversions/campaigns/${campaign.campaignId}/attribution/preview`;
    await eventually(async () => {
      const { body } = await brand.post(path, { model: 'first_click', ...period });
      return body.data.conversions === 2;
    });
    // What was rejected led to nothing; what was sent back had been ordered.
    const learnt = await trainModel(running.deps)(campaign.campaignId);
    expect(learnt).toMatchObject({ journeys: 4, conversions: 3 });
  });

  it('refuses an unknown model, a turned time and another brand’s campaign', async () => {
    const campaign = await campaignWith('last_click');
    const path = `/api/brand/conversions/campaigns/${campaign.campaignId}/attribution/preview`;
    const brand = running.caller(campaign.brandId);
    expect((await brand.post(path, { model: 'any', ...period })).status).toBe(400);
    const turned = { start_date: '2026-02-01', end_date: '2026-01-01' };
    expect((await brand.post(path, { model: 'linear', ...turned })).status).toBe(400);
    const other = running.caller(newId());
    expect((await other.post(path, { model: 'linear', ...period })).status).toBe(404);
  });
});
