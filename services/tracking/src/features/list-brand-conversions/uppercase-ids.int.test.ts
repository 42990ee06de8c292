import { eventually } from '@tributary/testing';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';

describe('ids in upper case', () => {
  let tracking: Tracking;
  beforeAll(async () => {
    tracking = await openTracking();
  });
  afterAll(() => tracking.close());

  it('equal the same ids in lower case, because UUIDs are case-insensitive', async () => {
    const { link, campaign } = tracking.aLinkTo();
    const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    const clicks = tracking.collection('clicks');
    await eventually(async () => (await clicks.findOne({ _id: clickId })) !== null);
    const body = { click_id: clickId, transaction_id: 't', order_value: 10 };
    const tracked = await tracking.call('POST', '/api/track/conversion', { body });
    const id = tracked.body.data.conversion_id.toUpperCase();
    const campaignId = campaign.campaignId.toUpperCase();
    const affiliateId = link.affiliateId.toUpperCase();
    const brand = tracking.brand(campaign.brandId);
    const affiliate = tracking.affiliate(link.affiliateId);
    const read = async (target: string, headers: Record<string, string>) =>
      (await tracking.call('GET', target, { headers })).body.data;

    const brands = '/api/brand/conversions';
    expect((await read(`${brands}?campaign_id=${campaignId}`, brand)).pagination.total).toBe(1);
    expect((await read(`${brands}?affiliate_id=${affiliateId}`, brand)).pagination.total).toBe(1);
    expect((await read(`${brands}/pending-review?campaign_id=${campaignId}`, brand)).total).toBe(1);
    const affiliates = '/api/affiliate/conversions';
    const listed = await read(`${affiliates}?campaign_id=${campaignId}`, affiliate);
    expect(listed.pagination.total).toBe(1);
    expect(
      await read(`${affiliates}/analytics?campaign_id=${campaignId}`, affiliate),
    ).toMatchObject({ totals: { conversions: 1, conversion_rate: 1 } });

    const disputed = await tracking.call('POST', `${affiliates}/${id}/dispute`, {
      body: { reason: 'mine' },
      headers: affiliate,
    });
    expect(disputed.status).toBe(201);
    const reviewed = await tracking.call('PUT', `${brands}/${id}/review`, {
      body: { decision: 'approved' },
      headers: brand,
    });
    expect(reviewed.body.data).toMatchObject({ id: id.toLowerCase(), status: 'approved' });
    const again = await tracking.call('POST', `${brands}/bulk-review`, {
      body: { conversion_ids: [id, id.toLowerCase()], decision: 'approved' },
      headers: brand,
    });
    expect(again.body.data).toMatchObject({ processed: 1, results: [{ id: id.toLowerCase() }] });
    const byAffiliate = await tracking.call('POST', '/api/conversions/track', {
      body: {
        affiliate_id: affiliateId,
        campaign_id: campaignId,
        order_reference: 'o',
        order_total: 5,
      },
      headers: brand,
    });
    expect(byAffiliate.status).toBe(201);
    const refund = { adjustment_type: 'refund', original_order_id: 't', campaign_id: campaignId };
    const adjusted = await tracking.call('POST', '/api/track/adjustment', {
      body: { ...refund, brand_id: campaign.brandId.toUpperCase() },
    });
    expect(adjusted.status).toBe(200);
  });
});
