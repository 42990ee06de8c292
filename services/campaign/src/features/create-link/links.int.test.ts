import { linkCreated, linkDeactivated } from '@tributary/contracts';
import { openGrpcClient } from '@tributary/grpc';
import { newId } from '@tributary/service';
import { tokensOf } from '@tributary/testing';
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

async function aMember() {
  const brand = running.caller('brand');
  const affiliate = running.caller('affiliate');
  const campaign = plainCampaign({ approval: { mode: 'auto' } });
  const { body } = await brand.post('/api/brand/campaigns', campaign);
  const campaignId = String(body.id);
  await affiliate.post(`/api/affiliate/campaigns/${campaignId}/apply`);
  return { brand, affiliate, campaignId };
}

describe('POST /api/affiliate/links', () => {
  it('creates a link with a readable code, to a page of the campaign’s own site', async () => {
    const { brand, affiliate, campaignId } = await aMember();
    const { status, body } = await affiliate.post('/api/affiliate/links', {
      campaign_id: campaignId,
      destination_path: '/shoes?size=42',
      utm: { source: 'blog', campaign: 'spring & more' },
      sub_ids: { sub1: 'a b' },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(String),
      tracking_code: expect.stringMatching(/^[2-9b-df-hj-np-tv-xz]{8}$/),
      url: `https://go.example.com/r/${String(body.tracking_code)}`,
      campaign_id: campaignId,
      destination_path: '/shoes?size=42',
      destination_url:
        'https://shop.example.com/shoes?size=42&utm_source=blog&utm_campaign=spring+%26+more&sub1=a+b',
      utm: { source: 'blog', medium: null, campaign: 'spring & more', term: null, content: null },
      sub_ids: { sub1: 'a b' },
      active: true,
      tracking_number: null,
      created_at: expect.any(String),
    });
    const { data } = await running.probe.waitFor(linkCreated, ({ linkId }) => linkId === body.id);
    expect(data).toMatchObject({
      trackingCode: body.tracking_code,
      brandId: brand.id,
      affiliateId: affiliate.id,
      destinationUrl: body.destination_url,
      active: true,
    });
  });

  it('leads to the landing page by default', async () => {
    const { affiliate, campaignId } = await aMember();
    const { body } = await affiliate.post('/api/affiliate/links', { campaign_id: campaignId });
    expect(body.destination_url).toBe('https://shop.example.com/landing?season=summer');
    expect(body.destination_path).toBeNull();
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    'javascript:alert(1)',
    'data:text/html,hi',
    'http://shop.example.com/',
    'https://shop.example.com@evil.example/',
    'https://user:pw@shop.example.com/',
    '/a\r\nSet-Cookie: a=b',
    'shoes',
  ])('refuses a destination elsewhere: %j', async (path) => {
    const { affiliate, campaignId } = await aMember();
    const { status, body } = await affiliate.post('/api/affiliate/links', {
      campaign_id: campaignId,
      destination_path: path,
    });
    expect(status).toBe(400);
    expect(body.detail).toContain('destination_path:');
  });

  it('refuses reserved sub ids and unknown fields, naming them', async () => {
    const { affiliate, campaignId } = await aMember();
    const { status, body } = await affiliate.post('/api/affiliate/links', {
      campaign_id: campaignId,
      sub_ids: { click_id: 'x' },
      utm: { colour: 'red' },
    });
    expect(status).toBe(400);
    expect(body.detail).toContain('sub_ids.click_id:');
    expect(body.detail).toContain('utm.colour:');
  });

  it('requires membership of an active campaign', async () => {
    const { brand, affiliate, campaignId } = await aMember();
    const link = { campaign_id: campaignId };
    const stranger = running.caller('affiliate');
    expect((await stranger.post('/api/affiliate/links', link)).status).toBe(403);
    expect((await affiliate.post('/api/affiliate/links', { campaign_id: newId() })).status).toBe(
      404,
    );
    await brand.put(`/api/brand/campaigns/${campaignId}`, { status: 'paused' });
    const paused = await affiliate.post('/api/affiliate/links', link);
    expect(paused.body.error).toBe('campaign_not_active');
    expect(paused.status).toBe(409);
  });

  it('creates one link for two requests with one Idempotency-Key', async () => {
    const { affiliate, campaignId } = await aMember();
    const headers = { 'idempotency-key': 'a-link' };
    const body = { campaign_id: campaignId };
    const first = await affiliate.post('/api/affiliate/links', body, headers);
    const second = await affiliate.post('/api/affiliate/links', body, headers);
    expect(second).toEqual(first);
    expect((await affiliate.get('/api/affiliate/links')).body.pagination.total).toBe(1);
  });
});

describe('a link', () => {
  it('is deactivated and activated by its owner alone, and filtered in lists', async () => {
    const { affiliate, campaignId } = await aMember();
    const { body: link } = await affiliate.post('/api/affiliate/links', {
      campaign_id: campaignId,
    });
    const path = `/api/affiliate/links/${String(link.id)}`;
    const other = running.caller('affiliate');
    expect((await other.put(path, { active: false })).status).toBe(404);
    expect(await affiliate.get(path)).toMatchObject({ status: 200, body: link });
    const absent = await affiliate.get(`/api/affiliate/links/${newId()}`);
    expect([absent.status, (await other.get(path)).body]).toEqual([404, absent.body]);
    expect((await affiliate.get('/api/affiliate/links/none')).body).toEqual(absent.body);
    const off = await affiliate.put(path, { active: false });
    expect(off.body).toEqual({ ...link, active: false });
    await running.probe.waitFor(linkDeactivated, (one) => one.linkId === link.id && !one.active);
    const { body: inactive } = await affiliate.get(
      `/api/affiliate/links?active=false&campaign_id=${campaignId}`,
    );
    expect(inactive.links).toEqual([off.body]);
    expect((await affiliate.put(path, { active: true })).body.active).toBe(true);
    expect((await affiliate.get('/api/affiliate/links?active=maybe')).status).toBe(400);
  });

  it('is shown as inactive once its campaign is over, and cannot be activated then', async () => {
    const { brand, affiliate, campaignId } = await aMember();
    const request = { campaign_id: campaignId };
    const { body: link } = await affiliate.post('/api/affiliate/links', request);
    const listed = async (query = ''): Promise<unknown> =>
      (await affiliate.get(`/api/affiliate/links${query}`)).body.links;
    const campaign = `/api/brand/campaigns/${campaignId}`;
    await brand.put(campaign, { status: 'paused' });
    expect(await listed('?active=true')).toEqual([link]);

    await brand.put(campaign, { status: 'completed' });
    const over = [{ ...link, active: false }];
    expect(await listed()).toEqual(over);
    expect(await listed('?active=false')).toEqual(over);
    expect(await listed('?active=true')).toEqual([]);
    const path = `/api/affiliate/links/${String(link.id)}`;
    const refused = await affiliate.put(path, { active: true });
    expect([refused.status, refused.body.error]).toEqual([409, 'campaign_not_active']);
    expect((await affiliate.put(path, { active: false })).body.active).toBe(false);
  });

  it('has a QR code of its address for its owner alone', async () => {
    const { affiliate, campaignId } = await aMember();
    const { body: link } = await affiliate.post('/api/affiliate/links', {
      campaign_id: campaignId,
    });
    const path = `/api/affiliate/links/${String(link.id)}/qr`;
    const answer = await affiliate.fetch(`${path}?size=512`);
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
    const svg = await answer.text();
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" width="512" height="512"/);
    // Version 3 (29 modules) holds the 34 characters of the address; 4 quiet ones on each side.
    expect(svg).toContain('viewBox="0 0 37 37"');
    expect((await running.caller('affiliate').get(path)).status).toBe(404);
    expect((await affiliate.get(`${path}?size=9`)).status).toBe(400);
    expect((await affiliate.get(`${path}?error_correction=best`)).status).toBe(400);
  });

  it('is returned to other services as in its events, in any state', async () => {
    const { brand, affiliate, campaignId } = await aMember();
    const { body: link } = await affiliate.post('/api/affiliate/links', {
      campaign_id: campaignId,
    });
    await affiliate.put(`/api/affiliate/links/${String(link.id)}`, { active: false });
    await brand.put(`/api/brand/campaigns/${campaignId}`, { status: 'archived' });
    const client = openGrpcClient(
      'tributary.campaign.v1.Campaigns',
      `127.0.0.1:${running.service.grpcPort}`,
      tokensOf('tracking'),
    );
    const options = { deadlineMs: 5_000, idempotent: true };
    const resolved = await client.call(
      'ResolveLink',
      { trackingCode: String(link.tracking_code) },
      options,
    );
    expect(JSON.parse(resolved.link)).toMatchObject({ linkId: link.id, active: false });
    expect(JSON.parse(resolved.campaign)).toMatchObject({ campaignId, status: 'archived' });
    const { campaign } = await client.call('GetCampaign', { campaignId }, options);
    expect(campaign).toBe(resolved.campaign);
    const absent = client.call('ResolveLink', { trackingCode: 'nothing' }, options);
    await expect(absent).rejects.toMatchObject({ kind: 'not_found' });
    client.close();
  });
});
