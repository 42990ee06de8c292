import {
  type CampaignSnapshot,
  conversionRejected,
  conversionReversed,
  type ConversionSnapshot,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { anApprovedConversion, eventually } from '@tributary/testing';
import { aKnownCampaign, visits } from '../../testing/campaigns.ts';
import { refunded } from '../../testing/orders.ts';
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

/** One affiliate makes visitors order; the other has the last click of all journeys and makes nobody order. */
const [maker, poacher] = [newId(), newId()];

async function trainingOrders(
  campaign: CampaignSnapshot,
  conversions: number,
): Promise<ConversionSnapshot[]> {
  const both = visits(running, campaign, [maker, poacher], conversions + 600);
  const ordered = both.slice(0, conversions);
  await running.assess(ordered);
  // Without the maker two in a hundred visitors order.
  const alone = visits(running, campaign, [poacher], 500);
  await running.assess(alone.slice(0, 10));
  return ordered;
}

describe('data_driven', () => {
  it('credits the affiliate that makes visitors order, once trained on 300 orders', async () => {
    const campaign = await aKnownCampaign(running, { model: 'data_driven' });
    await trainingOrders(campaign, 295);
    const { campaignId } = campaign;
    const trained = await trainModel(running.deps)(campaignId);
    expect(trained).toMatchObject({ version: 1, conversions: 305, journeys: 1_395, isUsed: true });
    const [next] = visits(running, campaign, [maker, poacher], 1);
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

  it('splits credit evenly below 300 orders, and states so in the version', async () => {
    const campaign = await aKnownCampaign(running, { model: 'data_driven' });
    await trainingOrders(campaign, 50);
    const trained = await trainModel(running.deps)(campaign.campaignId);
    expect(trained).toMatchObject({ conversions: 60, isUsed: false });
    const [next] = visits(running, campaign, [maker, poacher], 1);
    const [made] = await running.assess([next!]);
    expect(made).toMatchObject({
      modelVersion: 'data_driven.untrained_linear.1',
      shares: [
        { affiliateId: poacher, valueMinor: 5_000 },
        { affiliateId: maker, valueMinor: 5_000 },
      ],
    });
  });

  it('counts journeys of rejected orders as journeys without an order, unlike those of reversed orders', async () => {
    const campaign = await aKnownCampaign(running, { model: 'last_click' });
    const orders = visits(running, campaign, [maker, poacher], 4);
    await running.assess(orders);
    const [rejected, reversed] = orders;
    await running.probe.publish(
      conversionRejected(anApprovedConversion({ ...rejected!, status: 'rejected' })),
      conversionReversed({ ...refunded(reversed!, 10_000), status: 'reversed' }),
    );
    await eventually(
      async () => (await running.deps.labels.findKnown([rejected!.conversionId])).size === 1,
    );
    const trained = await trainModel(running.deps)(campaign.campaignId);
    expect(trained).toMatchObject({ journeys: 4, conversions: 3 });
  });
});
