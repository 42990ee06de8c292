import { invitationMade, userEmailVerified, userRegistered } from '@tributary/contracts';
import { aUser, eventually, gatewayFetch } from '@tributary/testing';
import {
  openRunningCampaign,
  plainCampaign,
  type RunningCampaign,
} from '../../testing/running-campaign.ts';

let running: RunningCampaign;
beforeAll(async () => {
  running = await openRunningCampaign({ RATE_LIMIT_INVITATIONS_PER_DAY: '3' });
});
afterAll(() => running.close());

const createCampaign = async (
  brand: ReturnType<RunningCampaign['caller']>,
  given: Record<string, unknown>,
): Promise<string> =>
  String((await brand.post('/api/brand/campaigns', plainCampaign(given))).body.id);

describe('an invitation', () => {
  const eventOf = async (invitationId: unknown) =>
    (await running.probe.waitFor(invitationMade, (one) => one.invitationId === invitationId)).data;

  it('is published with the account of the address, or with the address alone', async () => {
    const brand = running.caller('brand');
    const campaignId = await createCampaign(brand, { name: 'Boats', status: 'active' });
    const path = `/api/brand/campaigns/${campaignId}/invitations`;
    const [byId, byEmail] = [running.caller('affiliate'), running.caller('affiliate')];
    const email = `${byEmail.id}@example.com`;
    await running.probe.publish(
      userRegistered(aUser({ userId: byEmail.id, email, name: byEmail.id })),
    );
    await eventually(async () => {
      const { body } = await brand.get(`/api/brand/affiliates?search=${byEmail.id}`);
      return body.pagination.total === 1;
    });

    const { body: named } = await brand.post(path, { affiliate_id: byId.id, message: 'Come' });
    expect(await eventOf(named.id)).toMatchObject({
      campaignName: 'Boats',
      affiliateId: byId.id,
      email: null,
      message: 'Come',
      token: named.token,
      expiresAt: named.expires_at,
    });
    const { body: known } = await brand.post(path, { email });
    expect(await eventOf(known.id)).toMatchObject({ affiliateId: byEmail.id, email });
    const { body: unknown } = await brand.post(path, { email: 'new@example.com' });
    expect(await eventOf(unknown.id)).toMatchObject({
      affiliateId: null,
      email: 'new@example.com',
    });
  });

  it('is not claimed by an account whose address is unproved, because anybody can register it', async () => {
    const brand = running.caller('brand');
    const approval = { mode: 'invite_only' };
    const campaignId = await createCampaign(brand, { status: 'active', approval });
    const squatter = running.caller('affiliate');
    const email = `${squatter.id}@example.com`;
    const user = aUser({ userId: squatter.id, email, name: squatter.id, emailVerified: false });
    await running.probe.publish(userRegistered(user));
    await eventually(async () => {
      const { body } = await brand.get(`/api/brand/affiliates?search=${squatter.id}`);
      return body.pagination.total === 1;
    });
    const { body: sent } = await brand.post(`/api/brand/campaigns/${campaignId}/invitations`, {
      email,
    });
    // The mail goes to the address, not to the account.
    expect(await eventOf(sent.id)).toMatchObject({ affiliateId: null, email });
    const apply = () => squatter.post(`/api/affiliate/campaigns/${campaignId}/apply`);
    expect((await apply()).status).toBe(403);
    const offers = async (): Promise<string> =>
      JSON.stringify((await squatter.get('/api/affiliate/campaigns')).body);
    expect(await offers()).not.toContain(campaignId);

    await running.probe.publish(userEmailVerified({ ...user, emailVerified: true }));
    await eventually(async () => (await offers()).includes(campaignId));
    expect((await apply()).status).toBe(201);
  });

  it('has a page that shows brand and campaign as text, until the invitation is withdrawn', async () => {
    const brand = running.caller('brand');
    const campaignId = await createCampaign(brand, { name: 'Boats <b>', status: 'active' });
    const path = `/api/brand/campaigns/${campaignId}/invitations`;
    const { body: sent } = await brand.post(path, { email: 'a@b.example', message: '<i>Come</i>' });
    const token = String(sent.token);
    const visitor = running.caller('affiliate');
    const page = await visitor.fetch(`/invitations/${token}`);
    const html = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(html).toContain('Boats &lt;b&gt;');
    expect(html).toContain('&lt;i&gt;Come&lt;/i&gt;');
    expect(html).toContain(token);
    const german = await gatewayFetch('campaign', `${running.service.url}/invitations/${token}`, {
      headers: { 'accept-language': 'de-AT' },
    });
    expect(await german.text()).toContain('lädt Sie zu Boats &lt;b&gt; ein');
    expect((await visitor.fetch(`/invitations/${token.slice(0, -1)}x`)).status).toBe(404);
    expect((await visitor.fetch('/invitations/x')).status).toBe(404);
    await brand.delete(`${path}/${sent.id}`);
    expect((await visitor.fetch(`/invitations/${token}`)).status).toBe(404);
  });
});

describe('an invitation of an affiliate', () => {
  it('is refused for a member, who has joined already', async () => {
    const brand = running.caller('brand');
    const affiliate = running.caller('affiliate');
    const campaignId = await createCampaign(brand, { approval: { mode: 'auto' } });
    await affiliate.post(`/api/affiliate/campaigns/${campaignId}/apply`);
    const path = `/api/brand/campaigns/${campaignId}/invitations`;
    const refused = await brand.post(path, { affiliate_id: affiliate.id });
    expect([refused.status, refused.body.error]).toEqual([409, 'already_member']);
    expect((await brand.get(path)).body.pagination.total).toBe(0);
  });
});

describe('invitations to addresses', () => {
  it('are limited per brand and day, because they could be used for bulk mail', async () => {
    const brand = running.caller('brand');
    const path = `/api/brand/campaigns/${await createCampaign(brand, {})}/invitations`;
    const invite = (name: string) => brand.post(path, { email: `${name}@example.com` });
    const answers = [await invite('a'), await invite('b'), await invite('c'), await invite('d')];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 429]);
    expect(answers.at(-1)?.body.error).toBe('rate_limit_exceeded');
    expect((await brand.get(path)).body.pagination.total).toBe(3);

    const affiliate = running.caller('affiliate');
    expect((await brand.post(path, { affiliate_id: affiliate.id })).status).toBe(201);
    const other = running.caller('brand');
    const otherPath = `/api/brand/campaigns/${await createCampaign(other, {})}/invitations`;
    expect((await other.post(otherPath, { email: 'a@example.com' })).status).toBe(201);
  });
});
