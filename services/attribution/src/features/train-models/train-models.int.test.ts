import {
  type CampaignSnapshot,
  conversionRejected,
  conversionReversed,
  type ConversionSnapshot,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import { anApprovedConversion, eventually } from '@tributary/testing';
import {
  aKnownCampaign,
  clickOf,
  hoursAgo,
  orderBy,
  recordClicks,
  visits,
} from '../../testing/campaigns.ts';
import { refunded } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';
import { measureLifts } from '../../workflows/measure-lifts.ts';
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

const noBuyer = {
  ...{ clickCountry: null, buyerIp: null, buyerUserAgent: null, buyerCountry: null },
  ...{ mailboxHash: null, isDisposableEmail: null, cartOpenedAt: null },
};

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

describe('a campaign that holds visitors out', () => {
  it('shows what the clicks of its affiliates bring, and takes credit from who brings nothing', async () => {
    const campaign = await aKnownCampaign(running, { model: 'data_driven' });
    const { campaignId, brandId } = campaign;
    const affiliates = { maker: newId(), poacher: newId() };
    const orders: ConversionSnapshot[] = [];
    for (const [name, affiliateId] of Object.entries(affiliates)) {
      for (let index = 0; index < 240; index += 1) {
        const isHeldOut = index % 2 === 0;
        const visitorId = newId();
        const validity = isHeldOut ? ('held_out' as const) : ('valid' as const);
        const occurredAt = hoursAgo(5).toISOString();
        const click = clickOf(campaign, { visitorId, affiliateId, validity, occurredAt });
        recordClicks(running, click);
        // The poacher's visitors order in any case, the maker's only where they are not held out.
        const isOrder = name === 'poacher' ? index % 4 < 2 : !isHeldOut && index % 8 < 4;
        if (!isOrder) continue;
        const evidence = { ...noBuyer, visitorId };
        const unpayableReason = isHeldOut ? ('no_attribution' as const) : null;
        orders.push(orderBy(click, { evidence, unpayableReason, ip: null }));
      }
    }
    await running.assess(orders);
    await measureLifts(running.deps)();
    const path = `/api/brand/conversions/campaigns/${campaignId}/attribution/incrementality`;
    const { status, body } = await running.caller(brandId).get(path);
    expect(status).toBe(200);
    const [best, other] = body.data.affiliates;
    expect(best).toMatchObject({
      ...{ affiliate_id: affiliates.maker, visitors: 120, held_out_visitors: 120 },
      is_proved: true,
      orders: { estimate: expect.closeTo(0.5, 9) },
    });
    expect(other).toMatchObject({ affiliate_id: affiliates.poacher, is_proved: false });
    expect(other.orders.estimate).toBeCloseTo(0, 9);
    expect((await running.caller(newId()).get(path)).status).toBe(404);
    await trainModel(running.deps)(campaignId);
    const model = await running.deps.trainedModels.findVersion(campaignId, 1);
    const strengthOf = (affiliateId: string) => model?.prior.strengths.get(affiliateId);
    // Of the visitors who were not held out, half order by either.
    expect(model).toMatchObject({ journeys: 240, conversions: 120 });
    expect(strengthOf(affiliates.maker)).toBeGreaterThan(0.3);
    expect(strengthOf(affiliates.poacher)).toBeLessThan(0.1);
  });
});
