import { conversionRejected, conversionReversed } from '@tributary/contracts';
import { newId } from '@tributary/service';
import { aConversion, anApprovedConversion, eventually } from '@tributary/testing';
import { HOUR_MS } from '@tributary/units';
import { type Assessment, decideAssessment } from '../../domain/assessment.ts';
import { defaultSettings } from '../../domain/attribution.ts';
import { createReplay, prepare } from '../../domain/replay.ts';
import { aKnownCampaign, hoursAgo, visits } from '../../testing/campaigns.ts';
import { noEvidence } from '../../testing/evidence.ts';
import { refunded } from '../../testing/orders.ts';
import {
  openRunningAttribution,
  type RunningAttribution,
} from '../../testing/running-attribution.ts';

let running: RunningAttribution;
beforeAll(async () => {
  running = await openRunningAttribution();
});
afterAll(() => running.close());

/** More than one batch. */
const MANY = 1_500;
const BATCH_SIZE = 500;
const convertedAt = new Date(Date.now() - HOUR_MS);

/** An assessed order of a campaign with touches of these affiliates. */
function assessedOnce(
  campaignId: string,
  brandId: string,
  affiliates: readonly string[],
): Assessment {
  const touches = affiliates.map((affiliateId) => ({
    affiliateId,
    clickId: newId(),
    linkId: null,
    occurredAt: convertedAt,
  }));
  const journey = { touches, convertedAt };
  const context = {
    settings: defaultSettings,
    journey,
    visitorId: null,
    evidence: noEvidence,
  };
  const order = aConversion({ campaignId, brandId, convertedAt: convertedAt.toISOString() });
  return decideAssessment(order, context, { assessmentId: newId(), now: convertedAt }).assessment;
}

describe('the conversions of a preview', () => {
  it('are streamed in batches, each once, so that only one batch takes memory', async () => {
    const [campaignId, brandId] = [newId(), newId()];
    const like = assessedOnce(campaignId, brandId, [newId(), newId()]);
    for (let count = 0; count < MANY; count += BATCH_SIZE) {
      const some = Array.from({ length: BATCH_SIZE }, () => ({ ...like, conversionId: newId() }));
      await running.deps.assessments.create(some.map((one) => ({ ...one, assessmentId: newId() })));
    }
    const period = {
      from: new Date(convertedAt.getTime() - 1),
      to: new Date(convertedAt.getTime() + 1),
    };
    const sizes: number[] = [];
    const replay = createReplay('linear', defaultSettings, undefined);
    for await (const batch of running.deps.replays.stream(campaignId, period)) {
      sizes.push(batch.length);
      for (const prepared of batch.map(prepare)) if (prepared !== undefined) replay.add(prepared);
    }
    expect(Math.max(...sizes)).toBeLessThan(MANY);
    expect(replay.list().map(({ conversions, credit }) => [conversions, credit])).toEqual([
      [MANY, MANY / 2],
      [MANY, MANY / 2],
    ]);
  });
});

const [maker, poacher] = [newId(), newId()];

describe('a preview', () => {
  const period = { start_date: hoursAgo(48).toISOString(), end_date: hoursAgo(-1).toISOString() };

  it('returns what conversions would have paid under each model, and changes nothing', async () => {
    const campaign = await aKnownCampaign(running, { model: 'last_click' });
    const orders = visits(running, campaign, [maker, poacher], 20);
    const alone = visits(running, campaign, [poacher], 10);
    await running.assess([...orders, ...alone]);
    const base = `/api/brand/conversions/campaigns/${campaign.campaignId}/attribution`;
    const brand = running.caller(campaign.brandId);
    const before = await running.assess(orders);
    const request = { model: 'linear', ...period };
    const { status, body } = await brand.post(`${base}/preview`, request);
    expect(status).toBe(200);
    // 30 orders of 100.00 at 10 %, ten of them by the poacher alone.
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
    expect((await brand.post(`${base}/preview`, request)).body).toEqual(body);
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

  it('leaves out rejected and reversed conversions', async () => {
    const campaign = await aKnownCampaign(running, { model: 'last_click' });
    const orders = visits(running, campaign, [maker, poacher], 4);
    await running.assess(orders);
    const [rejected, reversed] = orders;
    await running.probe.publish(
      conversionRejected(anApprovedConversion({ ...rejected!, status: 'rejected' })),
      conversionReversed({ ...refunded(reversed!, 10_000), status: 'reversed' }),
    );
    const brand = running.caller(campaign.brandId);
    const path = `/api/brand/conversions/campaigns/${campaign.campaignId}/attribution/preview`;
    await eventually(async () => {
      const { body } = await brand.post(path, { model: 'first_click', ...period });
      return body.data.conversions === 2;
    });
  });

  it('refuses an unknown model, a period that ends before it starts and another brand’s campaign', async () => {
    const campaign = await aKnownCampaign(running, { model: 'last_click' });
    const path = `/api/brand/conversions/campaigns/${campaign.campaignId}/attribution/preview`;
    const brand = running.caller(campaign.brandId);
    expect((await brand.post(path, { model: 'any', ...period })).status).toBe(400);
    const reversedPeriod = { start_date: '2026-02-01', end_date: '2026-01-01' };
    expect((await brand.post(path, { model: 'linear', ...reversedPeriod })).status).toBe(400);
    const other = running.caller(newId());
    expect((await other.post(path, { model: 'linear', ...period })).status).toBe(404);
  });
});
