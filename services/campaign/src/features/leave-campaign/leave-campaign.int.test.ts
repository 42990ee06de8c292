import { affiliateLeft, linkDeactivated } from '@tributary/contracts';
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

type Caller = ReturnType<RunningCampaign['caller']>;

async function createCampaign(brand: Caller, mode: 'auto' | 'invite_only'): Promise<string> {
  const { body } = await brand.post('/api/brand/campaigns', plainCampaign({ approval: { mode } }));
  return String(body.id);
}

const applyTo = (affiliate: Caller, campaignId: string) =>
  affiliate.post(`/api/affiliate/campaigns/${campaignId}/apply`);

describe('a membership that ends', () => {
  it('leaves no link active that was created or activated at the same moment', async () => {
    const brand = running.caller('brand');
    const affiliate = running.caller('affiliate');
    const campaignId = await createCampaign(brand, 'auto');
    const joining = `/api/affiliate/campaigns/${campaignId}/apply`;
    const link = { campaign_id: campaignId };
    const createLink = () => affiliate.post('/api/affiliate/links', link);
    expect((await affiliate.post(joining)).body.status).toBe('approved');
    const { body: old } = await createLink();
    const path = `/api/affiliate/links/${String(old.id)}`;
    const membership = `/api/affiliate/campaigns/${campaignId}/membership`;
    for (let round = 0; round < 5; round += 1) {
      if (round > 0) expect((await affiliate.post(joining)).body.status).toBe('approved');
      expect((await affiliate.put(path, { active: false })).status).toBe(200);
      const created = Array.from({ length: 4 }, createLink);
      const left = affiliate.delete(membership);
      const activated = affiliate.put(path, { active: true });
      created.push(...Array.from({ length: 4 }, createLink));
      expect((await left).status).toBe(200);
      expect([200, 403]).toContain((await activated).status);
      for (const { status } of await Promise.all(created)) expect([201, 403]).toContain(status);
      const { body } = await affiliate.get('/api/affiliate/links?active=true');
      expect(body.pagination.total).toBe(0);
    }
  });

  it('by removal withdraws the invitations, so that the affiliate cannot join again by them', async () => {
    const brand = running.caller('brand');
    const campaignId = await createCampaign(brand, 'invite_only');
    const path = `/api/brand/campaigns/${campaignId}`;
    const { body: sent } = await brand.post(`${path}/invitations`, { email: 'a@example.com' });
    const [byToken, byId] = [running.caller('affiliate'), running.caller('affiliate')];
    await brand.post(`${path}/invitations`, { affiliate_id: byId.id });
    const joinings = [
      [byToken, { invitation: sent.token }],
      [byId, {}],
    ] as const;
    for (const [who, given] of joinings) {
      const joining = `/api/affiliate/campaigns/${campaignId}/apply`;
      expect((await who.post(joining, given)).body.status).toBe('approved');
      expect((await brand.delete(`${path}/members/${who.id}`)).status).toBe(200);
      expect((await who.post(joining, given)).status).toBe(403);
    }
    expect((await brand.get(`${path}/invitations`)).body.pagination.total).toBe(0);
  });

  it('by removal can be reversed by the brand alone', async () => {
    const [brand, affiliate] = [running.caller('brand'), running.caller('affiliate')];
    const campaignId = await createCampaign(brand, 'auto');
    const membership = `/api/affiliate/campaigns/${campaignId}/membership`;
    const apply = async (): Promise<Record<string, unknown>> => {
      const path = `/api/affiliate/campaigns/${campaignId}/apply`;
      const { status, body } = await affiliate.post(path);
      expect(status).toBe(201);
      return body as Record<string, unknown>;
    };
    const review = (id: unknown, decision: string) =>
      brand.put(`/api/brand/applications/${String(id)}/review`, { decision });
    const waiting = {
      status: 'pending',
      notes: 'Waits for the brand, which ended an earlier membership',
    };
    expect(await apply()).toMatchObject({ status: 'approved' });
    await brand.delete(`/api/brand/campaigns/${campaignId}/members/${affiliate.id}`);
    expect(await apply()).toMatchObject(waiting);
    expect((await affiliate.delete(membership)).status).toBe(200);
    const second = await apply();
    expect(second).toMatchObject(waiting);
    expect((await review(second['id'], 'rejected')).status).toBe(200);
    const third = await apply();
    expect(third).toMatchObject(waiting);
    const { body: taken } = await review(third['id'], 'approved');
    expect(taken).toMatchObject({ status: 'approved', notes: null });
    expect((await affiliate.delete(membership)).status).toBe(200);
    expect(await apply()).toMatchObject({ status: 'approved', notes: null });
    await brand.delete(`/api/brand/campaigns/${campaignId}/members/${affiliate.id}`);
    const named = { affiliate_id: affiliate.id };
    const invited = await brand.post(`/api/brand/campaigns/${campaignId}/invitations`, named);
    expect(invited.status).toBe(201);
    expect(await apply()).toMatchObject({ status: 'approved', notes: null });
  });
});

describe('DELETE /api/brand/campaigns/{id}/members/{affiliate_id}', () => {
  it('removes a member and deactivates the links, for the campaign’s own brand alone', async () => {
    const brand = running.caller('brand');
    const affiliate = running.caller('affiliate');
    const open = plainCampaign({ approval: { mode: 'auto' } });
    const { body } = await brand.post('/api/brand/campaigns', open);
    const campaignId = String(body.id);
    await affiliate.post(`/api/affiliate/campaigns/${campaignId}/apply`);
    const link = await affiliate.post('/api/affiliate/links', { campaign_id: campaignId });
    const path = `/api/brand/campaigns/${campaignId}/members/${affiliate.id}`;
    expect((await running.caller('brand').delete(path)).status).toBe(404);
    expect((await brand.delete(path)).status).toBe(200);
    await running.probe.waitFor(affiliateLeft, (left) => left.affiliateId === affiliate.id);
    await running.probe.waitFor(linkDeactivated, ({ linkId }) => linkId === link.body.id);
    expect((await brand.delete(path)).status).toBe(404);
    const refused = await affiliate.post('/api/affiliate/links', { campaign_id: campaignId });
    expect(refused.status).toBe(403);
  });
});

describe('DELETE …/membership', () => {
  it('ends a membership and deactivates its links', async () => {
    const brand = running.caller('brand');
    const affiliate = running.caller('affiliate');
    const campaignId = await createCampaign(brand, 'auto');
    const { body: joined } = await applyTo(affiliate, campaignId);
    const { body: link } = await affiliate.post('/api/affiliate/links', {
      campaign_id: campaignId,
    });
    const path = `/api/affiliate/campaigns/${campaignId}/membership`;
    const { status, body } = await affiliate.delete(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true });
    expect((await affiliate.delete(path)).status).toBe(404);
    await running.probe.waitFor(affiliateLeft, (one) => one.applicationId === joined.id);
    const off = await running.probe.waitFor(linkDeactivated, ({ linkId }) => linkId === link.id);
    expect(off.data.active).toBe(false);
    const denied = await affiliate.post('/api/affiliate/links', { campaign_id: campaignId });
    expect(denied.body.error).toBe('not_a_member');
    const on = await affiliate.put(`/api/affiliate/links/${String(link.id)}`, { active: true });
    expect(on.status).toBe(403);
    expect((await applyTo(affiliate, campaignId)).body.status).toBe('approved');
  });
});
