import { linkCreated, linkNumberAssigned } from '@tributary/contracts';
import {
  openRunningCampaign,
  plainCampaign,
  type RunningCampaign,
} from '../../testing/running-campaign.ts';

let running: RunningCampaign;
beforeAll(async () => {
  running = await openRunningCampaign();
});
afterAll(() => running.close());

const aNumber = () => `+1${String(Math.floor(2e9 + Math.random() * 7e9))}`;
const call = { payout_type: 'per_minute', payout_amount: 1.5, min_duration_seconds: 30 };

async function aCallCampaign() {
  const brand = running.caller('brand');
  const affiliate = running.caller('affiliate');
  const campaign = plainCampaign({ type: 'call', call, approval: { mode: 'auto' } });
  const { body } = await brand.post('/api/brand/campaigns', campaign);
  const campaignId = String(body.id);
  await affiliate.post(`/api/affiliate/campaigns/${campaignId}/apply`);
  const link = () => affiliate.post('/api/affiliate/links', { campaign_id: campaignId });
  return { brand, campaignId, link, path: `/api/brand/campaigns/${campaignId}/numbers` };
}

describe('telephone numbers', () => {
  it('are assigned to links without a number, then to new links, each to one link only', async () => {
    const { brand, link, path } = await aCallCampaign();
    const [first, second] = [aNumber(), aNumber()];
    const early = await link();
    expect(early.body.tracking_number).toBeNull();
    const added = await brand.post(path, { numbers: [first, second] });
    expect(added.status).toBe(201);
    expect(added.body.numbers).toMatchObject([
      { number: first, link_id: early.body.id },
      { number: second, link_id: null },
    ]);
    const { data } = await running.probe.waitFor(
      linkNumberAssigned,
      ({ linkId }) => linkId === early.body.id,
    );
    expect(data.trackingNumber).toBe(first);
    const [late, later] = await Promise.all([link(), link()]);
    const given = [late.body.tracking_number, later.body.tracking_number];
    expect(given.filter((number) => number === second)).toHaveLength(1);
    expect(given.filter((number) => number === null)).toHaveLength(1);
    await running.probe.waitFor(linkCreated, ({ trackingNumber }) => trackingNumber === second);
  });

  it('belong to one campaign, and can be removed', async () => {
    const { brand, link, path } = await aCallCampaign();
    const other = await aCallCampaign();
    const number = aNumber();
    expect((await brand.post(path, { numbers: [number] })).status).toBe(201);
    const taken = await other.brand.post(other.path, { numbers: [aNumber(), number] });
    expect(taken).toMatchObject({ status: 409, body: { error: 'number_taken' } });
    expect((await other.brand.get(other.path)).body.numbers).toEqual([]);
    const made = await link();
    expect(made.body.tracking_number).toBe(number);
    const foreign = `${path}/${encodeURIComponent(number)}`;
    expect((await other.brand.delete(foreign)).status).toBe(404);
    expect((await brand.delete(foreign)).status).toBe(200);
    await running.probe.waitFor(
      linkNumberAssigned,
      (it) => it.linkId === made.body.id && it.trackingNumber === null,
    );
    expect((await brand.get(path)).body.pagination.total).toBe(0);
  });

  it('are refused where they are malformed, or the campaign has no calls', async () => {
    const { brand, path } = await aCallCampaign();
    for (const number of ['5551234567', '+0555123456', '+1 555 123 4567', 'x', '']) {
      expect((await brand.post(path, { numbers: [number] })).status).toBe(400);
    }
    const sale = await brand.post('/api/brand/campaigns', plainCampaign());
    const refused = await brand.post(`/api/brand/campaigns/${String(sale.body.id)}/numbers`, {
      numbers: [aNumber()],
    });
    expect(refused).toMatchObject({ status: 400, body: { error: 'not_a_call_campaign' } });
  });
});
