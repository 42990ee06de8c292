import {
  affiliateTierChanged,
  applicationApproved,
  applicationRejected,
  applicationSubmitted,
  commissionAdjusted,
  commissionCreated,
  conversionRejected,
  conversionTracked,
  userRegistered,
  userStatusChanged,
} from '@tributary/contracts';
import { newId } from '@tributary/service';
import {
  aClick,
  aCommission,
  aConversion,
  anApprovedConversion,
  aUser,
  countedClicks,
  eventually,
} from '@tributary/testing';
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

const createCampaign = async (
  brand: Caller,
  given: Record<string, unknown> = {},
): Promise<string> => {
  const { status, body } = await brand.post('/api/brand/campaigns', plainCampaign(given));
  expect(status).toBe(201);
  return String(body.id);
};
const apply = (affiliate: Caller, campaignId: string) =>
  affiliate.post(`/api/affiliate/campaigns/${campaignId}/apply`, { message: 'Hello' });

describe('a campaign with manual review', () => {
  it('leaves an application pending until its brand decides, once', async () => {
    const brand = running.caller('brand');
    const affiliate = running.caller('affiliate', { name: 'Bea' });
    await running.probe.publish(
      userRegistered(aUser({ userId: affiliate.id, name: 'Bea', marketingChannels: ['blog'] })),
    );
    const campaignId = await createCampaign(brand);
    const { status, body } = await apply(affiliate, campaignId);
    expect(status).toBe(201);
    expect(body).toMatchObject({ campaign_id: campaignId, status: 'pending', message: 'Hello' });
    const again = await apply(affiliate, campaignId);
    expect(again.status).toBe(409);
    expect(again.body.error).toBe('already_applied');

    const listed = await eventually(async () => {
      const { body: list } = await brand.get('/api/brand/applications?status=pending');
      const [first] = list.applications as { affiliate: { marketing_channels: string[] } }[];
      return first?.affiliate.marketing_channels.length === 1 ? [first] : undefined;
    });
    expect(listed).toMatchObject([
      { id: body.id, affiliate: { name: 'Bea', verified: false, marketing_channels: ['blog'] } },
    ]);
    const one = `/api/brand/applications/${String(body.id)}`;
    expect((await brand.get(one)).body).toEqual(listed[0]);
    const absent = await brand.get(`/api/brand/applications/${newId()}`);
    const foreign = await running.caller('brand').get(one);
    expect([foreign.status, foreign.body]).toEqual([404, absent.body]);
    const offer = await affiliate.get(`/api/affiliate/campaigns/${campaignId}`);
    expect(offer).toMatchObject({
      status: 200,
      body: { id: campaignId, membership: { status: 'pending', application_id: body.id } },
    });
    expect((await affiliate.get(`/api/affiliate/campaigns/${newId()}`)).status).toBe(404);
    const path = `${one}/review`;
    expect((await running.caller('brand').put(path, { decision: 'approved' })).status).toBe(404);
    expect((await brand.put(path, { decision: 'maybe' })).status).toBe(400);
    const reviewed = await brand.put(path, { decision: 'approved', notes: 'Welcome' });
    expect(reviewed.body).toMatchObject({ status: 'approved', notes: 'Welcome' });
    expect((await brand.put(path, { decision: 'approved' })).body).toEqual(reviewed.body);
    const opposite = await brand.put(path, { decision: 'rejected' });
    expect(opposite.body.error).toBe('already_reviewed');
    expect(opposite.status).toBe(409);
    const approved = await running.probe.waitFor(
      applicationApproved,
      ({ applicationId }) => applicationId === body.id,
    );
    expect(approved.data).toMatchObject({ affiliateId: affiliate.id, brandId: brand.id });
    const published = running.probe.events(applicationSubmitted).filter(({ data }) => {
      return data.applicationId === body.id;
    });
    expect(published).toHaveLength(1);
    expect((await apply(affiliate, campaignId)).body.error).toBe('already_member');
  });

  it('creates one application for many concurrent requests', async () => {
    const brand = running.caller('brand');
    const affiliate = running.caller('affiliate');
    const campaignId = await createCampaign(brand);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => apply(affiliate, campaignId)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    const { body } = await brand.get(`/api/brand/applications?campaign_id=${campaignId}`);
    expect(body.pagination.total).toBe(1);
  });
});

describe('a campaign with automatic approval', () => {
  const auto = (criteria: Record<string, unknown>) => ({ approval: { mode: 'auto', criteria } });

  it('knows the channels of an affiliate of whom no event has arrived yet', async () => {
    const brand = running.caller('brand');
    const campaignId = await createCampaign(brand, auto({ required_channels: ['Blog'] }));
    const blogger = running.caller('affiliate', { marketingChannels: ['blog'] });
    expect((await apply(blogger, campaignId)).body).toMatchObject({ status: 'approved' });
    const other = running.caller('affiliate', { marketingChannels: ['mail'] });
    expect((await apply(other, campaignId)).body).toMatchObject({ status: 'rejected' });
  });

  it('approves affiliates who meet its criteria, by the events of other services', async () => {
    const brand = running.caller('brand');
    const affiliate = running.caller('affiliate');
    const campaignId = await createCampaign(
      brand,
      auto({
        min_lifetime_earnings: 15,
        min_conversion_rate: 0.5,
        min_active_campaigns: 1,
        verified_required: true,
        required_channels: ['Blog'],
        excluded_countries: ['de'],
      }),
    );
    const user = aUser({ userId: affiliate.id, country: 'DE' });
    await running.probe.publish(userRegistered(user));
    const first = await eventually(async () => {
      const answer = await apply(affiliate, campaignId);
      return answer.status === 201 ? answer : undefined;
    });
    expect(first.body).toMatchObject({
      status: 'rejected',
      failed_criteria: [
        'min_lifetime_earnings',
        'min_conversion_rate',
        'min_active_campaigns',
        'verified_required',
        'required_channels',
        'excluded_countries',
      ],
    });
    await running.probe.waitFor(
      applicationRejected,
      ({ applicationId }) => applicationId === first.body.id,
    );

    const affiliateId = affiliate.id;
    const commission = aCommission({ affiliateId, amountMinor: 2_000 });
    const lost = anApprovedConversion({ affiliateId });
    await running.probe.publishTwice(
      countedClicks([
        aClick({ affiliateId }),
        aClick({ affiliateId, isUnique: false, validity: 'duplicate' }),
        aClick({ affiliateId, isBot: true, validity: 'bot' }),
      ]),
      countedClicks([
        aClick({ affiliateId }),
        aClick({ affiliateId, validity: 'filtered' }),
        aClick({ affiliateId, validity: 'capped' }),
      ]),
    );
    await running.probe.publish(
      userStatusChanged({
        ...user,
        country: 'AT',
        status: 'verified',
        marketingChannels: ['blog'],
        previousStatus: 'active',
      }),
      commissionCreated(commission),
      commissionCreated(commission),
      commissionAdjusted({
        ...commission,
        amountMinor: 1_500,
        reason: 'partial_refund',
        adjustmentId: newId(),
        changeMinor: -500,
        clawedBackMinor: 0,
      }),
      conversionTracked(aConversion({ affiliateId })),
      conversionTracked(lost),
      conversionRejected({ ...lost, status: 'rejected' }),
    );
    const open = await createCampaign(brand, auto({}));
    expect((await apply(affiliate, open)).body.status).toBe('approved');
    const second = await eventually(async () => {
      const answer = await apply(affiliate, campaignId);
      return answer.body.status === 'approved' ? answer : undefined;
    });
    expect(second.body.failed_criteria).toEqual([]);
    const { body: list } = await affiliate.get('/api/affiliate/campaigns');
    const offers = list.campaigns as { brand_id: string; membership: { status: string } }[];
    const mine = offers.filter((offer) => offer.brand_id === brand.id);
    expect(mine.map(({ membership }) => membership.status)).toEqual(['approved', 'approved']);
    expect(mine[0]).not.toHaveProperty('budget');
  });

  it('counts commissions against the budget', async () => {
    const brand = running.caller('brand');
    const campaignId = await createCampaign(brand, { budget: { total: 100 } });
    await running.probe.publish(
      commissionCreated(aCommission({ campaignId, amountMinor: 1_234 })),
      commissionCreated(aCommission({ campaignId, amountMinor: 1_000, currency: 'EUR' })),
    );
    await eventually(async () => {
      const { body } = await brand.get(`/api/brand/campaigns/${campaignId}`);
      return body.budget.spent === 12.34;
    });
  });
});

describe('a campaign for invited affiliates only', () => {
  const inviteOnly = { approval: { mode: 'invite_only' } };
  const sees = async (affiliate: Caller, campaignId: string): Promise<boolean> => {
    const { body } = await affiliate.get('/api/affiliate/campaigns?per_page=100');
    return (body.campaigns as { id: string }[]).some(({ id }) => id === campaignId);
  };

  it('is listed for them alone, invited by id or by e-mail, and joined at once', async () => {
    const brand = running.caller('brand');
    const campaignId = await createCampaign(brand, inviteOnly);
    const byId = running.caller('affiliate');
    const byEmail = running.caller('affiliate', { email: 'guest@example.com' });
    const nobody = running.caller('affiliate');
    await running.probe.publish(
      userRegistered(aUser({ userId: byEmail.id, email: 'guest@example.com' })),
    );
    const path = `/api/brand/campaigns/${campaignId}/invitations`;
    const first = await brand.post(path, { affiliate_id: byId.id, message: 'Come' });
    expect(first.status).toBe(201);
    expect(first.body).toMatchObject({ affiliate_id: byId.id, email: null, message: 'Come' });
    expect((await brand.post(path, { email: 'Guest@Example.com' })).body.email).toBe(
      'guest@example.com',
    );
    expect((await brand.post(path, { affiliate_id: byId.id })).body.error).toBe('already_invited');
    expect((await brand.post(path, { affiliate_id: newId() })).status).toBe(404);
    expect((await brand.post(path, {})).status).toBe(400);
    expect((await running.caller('brand').post(path, { email: 'a@b.example' })).status).toBe(404);

    expect(await sees(byId, campaignId)).toBe(true);
    await eventually(() => sees(byEmail, campaignId));
    expect(await sees(nobody, campaignId)).toBe(false);
    expect((await apply(nobody, campaignId)).body.error).toBe('invitation_required');
    for (const affiliate of [byId, byEmail]) {
      expect((await apply(affiliate, campaignId)).body.status).toBe('approved');
    }
  });
});

describe('the token of an invitation', () => {
  const inviteOnly = { approval: { mode: 'invite_only' } };
  const joinBy = (who: Caller, campaignId: string, invitation: unknown) =>
    who.post(`/api/affiliate/campaigns/${campaignId}/apply`, { invitation });

  it('lets one affiliate join', async () => {
    const brand = running.caller('brand');
    const campaignId = await createCampaign(brand, inviteOnly);
    const path = `/api/brand/campaigns/${campaignId}/invitations`;
    const { body: sent } = await brand.post(path, { email: `${newId()}@example.com` });
    const [guest, other] = [running.caller('affiliate'), running.caller('affiliate')];
    const forged = `${String(sent.token).slice(0, -1)}${String(sent.token).endsWith('0') ? '1' : '0'}`;
    for (const wrong of [forged, 'nothing', `${newId()}.9999999999.${'0'.repeat(64)}`]) {
      const refused = await joinBy(guest, campaignId, wrong);
      expect([refused.status, refused.body.error]).toEqual([403, 'invitation_invalid']);
    }
    const elsewhere = await createCampaign(brand, inviteOnly);
    expect((await joinBy(guest, elsewhere, sent.token)).body.error).toBe('invitation_invalid');
    expect((await joinBy(guest, campaignId, sent.token)).body.status).toBe('approved');
    const second = await joinBy(other, campaignId, sent.token);
    expect([second.status, second.body.error]).toEqual([409, 'invitation_used']);
    const { body: list } = await brand.get(path);
    expect(list.invitations).toEqual([{ ...sent, accepted_by: guest.id }]);
  });

  it('is invalid for another affiliate than the invited one, and after withdrawal', async () => {
    const brand = running.caller('brand');
    const campaignId = await createCampaign(brand, inviteOnly);
    const path = `/api/brand/campaigns/${campaignId}/invitations`;
    const [guest, other] = [running.caller('affiliate'), running.caller('affiliate')];
    const { body: sent } = await brand.post(path, { affiliate_id: guest.id });
    expect((await joinBy(other, campaignId, sent.token)).body.error).toBe('invitation_invalid');
    const own = `${path}/${String(sent.id)}`;
    expect((await running.caller('brand').delete(own)).status).toBe(404);
    expect((await running.caller('brand').get(path)).status).toBe(404);
    expect((await brand.delete(own)).status).toBe(200);
    expect((await joinBy(guest, campaignId, sent.token)).body.error).toBe('invitation_invalid');
    expect((await apply(guest, campaignId)).body.error).toBe('invitation_required');
  });
});

describe('campaigns that cannot be joined', () => {
  it('respond 404 as drafts or archived, and 409 while paused', async () => {
    const brand = running.caller('brand');
    const affiliate = running.caller('affiliate');
    const draft = await createCampaign(brand, { status: 'draft' });
    const absent = await apply(affiliate, newId());
    expect(absent.status).toBe(404);
    expect(await apply(affiliate, draft)).toEqual(absent);
    const paused = await createCampaign(brand);
    await brand.put(`/api/brand/campaigns/${paused}`, { status: 'paused' });
    const refused = await apply(affiliate, paused);
    expect(refused.status).toBe(409);
    expect(refused.body.error).toBe('campaign_not_active');
  });
});

describe('an exclusive campaign', () => {
  const moved = (affiliateId: string, opens: boolean) =>
    affiliateTierChanged({
      affiliateId,
      campaignId: null,
      brandId: null,
      from: { tierId: newId(), name: 'Gold', level: 3 },
      to: { tierId: newId(), name: 'Platinum', level: 4 },
      benefits: {
        early_payout: true,
        priority_support: true,
        exclusive_campaigns: opens,
        higher_commissions: true,
      },
      conversions: 500,
      revenueMinor: 5_000_000,
      currency: 'USD',
      periodDays: 30,
      changedAt: new Date().toISOString(),
    });

  it('is open to affiliates of a sufficient tier, and to invited ones', async () => {
    const [brand, affiliate] = [running.caller('brand'), running.caller('affiliate')];
    const campaignId = await createCampaign(brand, { exclusive: true, approval: { mode: 'auto' } });
    await running.probe.publish(userRegistered(aUser({ userId: affiliate.id })));
    const refused = await eventually(async () => {
      const answer = await apply(affiliate, campaignId);
      return answer.status === 403 ? answer : undefined;
    });
    expect(refused.body).toMatchObject({ error: 'tier_required' });
    const offered = async (): Promise<unknown> => {
      const { body } = await affiliate.get('/api/affiliate/campaigns?exclusive=true');
      return body.pagination.total;
    };
    expect(await offered()).toBe(0);
    const guest = running.caller('affiliate');
    await brand.post(`/api/brand/campaigns/${campaignId}/invitations`, { affiliate_id: guest.id });
    const { body: shown } = await guest.get('/api/affiliate/campaigns?exclusive=true');
    expect(shown.campaigns).toMatchObject([{ id: campaignId, membership: { status: 'invited' } }]);
    await running.probe.publish(moved(affiliate.id, true));
    await eventually(async () => (await offered()) === 1);
    await eventually(async () => (await apply(affiliate, campaignId)).body.status === 'approved');
  });
});
