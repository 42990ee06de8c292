import {
  type AttributionSettings,
  type CampaignSnapshot,
  campaignUpdated,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aCampaign, eventually } from '@tributary/testing';
import {
  aKnownCampaign,
  clickOf,
  hoursAgo,
  orderBy,
  recordClicks,
} from '../../testing/campaigns.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution({ ATTRIBUTION_SETTLE_MS: '50' });
});
afterAll(() => running.close());

const [first, second] = [newId(), newId()];

const pathOf = (campaign: CampaignSnapshot) =>
  `/api/brand/conversions/campaigns/${campaign.campaignId}/attribution`;

describe('PUT …/attribution', () => {
  it('applies to conversions tracked later, not to earlier ones', async () => {
    const campaign = await aKnownCampaign(running, { model: 'first_click' });
    const brand = running.caller(campaign.brandId);
    const visitorId = newId();
    const clicks = [
      clickOf(campaign, { visitorId, affiliateId: first, occurredAt: hoursAgo(72).toISOString() }),
      clickOf(campaign, { visitorId, affiliateId: second, occurredAt: hoursAgo(1).toISOString() }),
    ];
    recordClicks(running, ...clicks);
    const before = orderBy(clicks[1]!, {
      createdAt: hoursAgo(0.5).toISOString(),
      convertedAt: hoursAgo(0.5).toISOString(),
    });
    const { status, body } = await brand.put(pathOf(campaign), {
      model: 'time_decay',
      time_decay_half_life_hours: 24,
      lookback_window_days: 60,
      coupon_rule: 'split',
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          campaign_id: campaign.campaignId,
          attribution_settings: {
            model: 'time_decay',
            lookback_window_days: 60,
            time_decay_half_life_hours: 24,
            position_based_weights: { first: 40, middle: 20, last: 40 },
            enable_cross_device: false,
            fingerprinting_enabled: false,
            coupon_rule: 'split',
            coupon_code_share: 50,
          },
        },
      },
    });
    const [old, fresh] = await running.assess([before, orderBy(clicks[1]!, { valueMinor: 9_000 })]);
    expect(old).toMatchObject({ model: 'first_click', shares: [{ affiliateId: first }] });
    expect(fresh?.model).toBe('time_decay');
    expect(fresh?.shares).toHaveLength(2);
    const changed = running.campaigns.get(campaign.campaignId)!;
    // The campaign's own event contains the same settings.
    await running.probe.publish(
      campaignUpdated(changed),
      campaignUpdated({ ...changed, updatedAt: hoursAgo(-1).toISOString() }),
    );
    const marker = { ...changed, campaignId: newId() };
    await running.probe.publish(campaignUpdated(marker));
    await eventually(
      async () => (await running.deps.settings.findCurrent(marker.campaignId)) !== undefined,
    );
    expect(await running.deps.settings.listHistory(campaign.campaignId)).toMatchObject([
      { settings: { model: 'time_decay' } },
      { settings: { model: 'first_click' } },
    ]);
    const history = await brand.get(pathOf(campaign));
    expect(history.body.data.history).toMatchObject([
      { model: 'time_decay' },
      { model: 'first_click' },
    ]);
  });

  it.each([1, 365])('accepts a window of %d days', async (days) => {
    const campaign = await aKnownCampaign(running, {});
    const { status, body } = await running
      .caller(campaign.brandId)
      .put(pathOf(campaign), { model: 'linear', lookback_window_days: days });
    expect(status).toBe(200);
    expect(body.data.attribution_settings.lookback_window_days).toBe(days);
  });

  it('is not undone by a late event of an earlier change', async () => {
    const campaign = await aKnownCampaign(running, { model: 'first_click' });
    const changedTo = (model: AttributionSettings['model'], updatedAt: string) =>
      campaignUpdated({
        ...campaign,
        attribution: { ...campaign.attribution, model },
        updatedAt,
      });
    await running.probe.publish(changedTo('linear', hoursAgo(1).toISOString()));
    const currentModel = async () =>
      (await running.deps.settings.findCurrent(campaign.campaignId))?.settings.model;
    await eventually(async () => (await currentModel()) === 'linear');
    await running.probe.publish(changedTo('time_decay', hoursAgo(2).toISOString()));
    await eventually(
      async () => (await running.deps.settings.listHistory(campaign.campaignId)).length === 3,
    );
    expect(await currentModel()).toBe('linear');
    const history = await running.deps.settings.listHistory(campaign.campaignId);
    expect(history.map(({ settings }) => settings.model)).toEqual([
      'linear',
      'time_decay',
      'first_click',
    ]);
  });

  it('returns the training state of data_driven and its fallback', async () => {
    const campaign = await aKnownCampaign(running, {});
    const { body } = await running
      .caller(campaign.brandId)
      .put(pathOf(campaign), { model: 'data_driven' });
    expect(body.data.data_driven).toEqual({
      is_trained: false,
      version: null,
      trained_at: null,
      conversions: 0,
      minimum_conversions: 300,
      falls_back_to: 'linear',
    });
  });

  it.each([
    [
      { model: 'position_based', position_based_weights: { first: 40, middle: 20, last: 41 } },
      'position_based_weights',
    ],
    [
      { model: 'position_based', position_based_weights: { first: -10, middle: 70, last: 40 } },
      'position_based_weights',
    ],
    [{ model: 'linear', lookback_window_days: 0 }, 'lookback_window_days'],
    [{ model: 'linear', lookback_window_days: 366 }, 'lookback_window_days'],
    [{ model: 'time_decay', time_decay_half_life_hours: 0 }, 'time_decay_half_life_hours'],
    [{ model: 'linear', coupon_rule: 'any' }, 'coupon_rule'],
    [{ model: 'linear', coupon_code_share: 0 }, 'coupon_code_share'],
    [{ model: 'linear', coupon_code_share: 100 }, 'coupon_code_share'],
    [{ model: 'any_click' }, 'model'],
    [{}, 'model'],
    [{ model: 'linear', surprise: true }, 'surprise'],
  ])('refuses %j', async (request, field) => {
    const campaign = aCampaign();
    const { status, body } = await running.caller(campaign.brandId).put(pathOf(campaign), request);
    expect(status).toBe(400);
    expect(body.success).toBe(false);
    expect(JSON.stringify(body)).toContain(field);
  });

  it('returns 404 for another brand’s campaign and 403 to an affiliate', async () => {
    const campaign = await aKnownCampaign(running, {});
    const request = { model: 'linear' };
    expect((await running.caller(newId()).put(pathOf(campaign), request)).status).toBe(404);
    expect((await running.caller(newId()).get(pathOf(campaign))).status).toBe(404);
    expect((await running.caller(newId(), 'affiliate').put(pathOf(campaign), request)).status).toBe(
      403,
    );
    expect(
      (
        await running
          .caller(campaign.brandId)
          .put('/api/brand/conversions/campaigns/x/attribution', request)
      ).status,
    ).toBe(404);
  });
});
