import { randomUUIDv7 } from 'node:crypto';
import { claimReceived } from '@tributary/contracts';
import { openEventProbe, type EventProbe } from '@tributary/testing';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';
import { claimCalls, type ClaimCalls } from '../../testing/claim-calls.ts';

let tracking: Tracking;
let probe: EventProbe;
let calls: ClaimCalls;
beforeAll(async () => {
  tracking = await openTracking({ CLAIMS_PER_CAMPAIGN_AND_DAY: '5' });
  probe = await openEventProbe(tracking.env, ['tracking.conversions']);
  calls = claimCalls(tracking, probe);
});
afterAll(async () => {
  await probe.close();
  await tracking.close();
});

describe('a claim to a missing order', () => {
  it('is stored once with its event, and waits for the brand', async () => {
    const partner = calls.aPartner();
    const headers = { 'idempotency-key': 'the-same-claim' };
    const named = { ...calls.anOrder(), order_value: '80.00', note: 'Mine' };
    const first = await calls.claim(partner, named, headers);
    expect(first).toMatchObject({
      status: 201,
      body: {
        data: {
          status: 'open',
          reason: null,
          order_value: 80,
          currency: 'USD',
          referred_by: 'link',
          note: 'Mine',
          conversion_id: null,
        },
      },
    });
    const { id, order_id: orderId } = first.body.data;
    expect((await calls.claim(partner, named, headers)).body).toEqual(first.body);
    const repeated = await calls.claim(partner, { order_id: orderId });
    expect(repeated).toMatchObject({
      status: 409,
      body: { data: { error: 'already_claimed', claim_id: id, status: 'open' } },
    });
    await probe.waitFor(claimReceived, ({ claimId }) => claimId === id);
    expect((await calls.get(partner, id)).body.data).toEqual(first.body.data);
  });

  it('is stored once, however many calls make it at the same moment', async () => {
    const partner = calls.aPartner();
    const order = { order_id: randomUUIDv7() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => calls.claim(partner, order)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409]);
    const stored = tracking.collection('claims');
    expect(await stored.countDocuments({ orderId: order.order_id })).toBe(1);
  });

  it('is limited by affiliate, campaign and day, also where all come at once', async () => {
    const partner = calls.aPartner();
    const answers = await Promise.all(Array.from({ length: 9 }, () => calls.claim(partner)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(4);
    expect(refused[0]?.body.data.error).toBe('claim_limit_exceeded');
    expect(refused[0]?.headers.get('retry-after')).not.toBeNull();
    expect((await calls.claim(calls.aPartner({ sameAffiliate: partner }))).status).toBe(201);
  });

  it('needs a link, click or code of the affiliate’s own in that campaign', async () => {
    const partner = calls.aPartner();
    const stranger = calls.aPartner();
    const foreign = await calls.claim(partner, { tracking_code: stranger.link.trackingCode });
    const absent = await calls.claim(partner, { tracking_code: 'unknown' });
    expect(foreign).toMatchObject({ status: 404, body: { data: { error: 'link_not_found' } } });
    expect(foreign.body).toEqual(absent.body);
    const elsewhere = { campaign_id: stranger.campaign.campaignId };
    expect((await calls.claim(partner, elsewhere)).status).toBe(404);
    const click = tracking.clickIdOf(await tracking.follow(stranger.link.trackingCode));
    const byClick = { tracking_code: undefined, click_id: click };
    expect((await calls.claim(partner, byClick)).body.data.error).toBe('click_not_found');
    expect((await calls.claim(stranger, byClick)).status).toBe(201);
    const byCode = { tracking_code: undefined, coupon_code: 'NOBODYS' };
    expect((await calls.claim(partner, byCode)).body.data.error).toBe('coupon_not_found');
    const none = await calls.claim(partner, { tracking_code: undefined });
    expect(none).toMatchObject({ status: 400 });
    expect((await calls.claim(partner, { order_value: '1.234' })).status).toBe(400);
    expect((await calls.claim(partner, { ordered_at: '2020-01-01' })).status).toBe(400);
  });

  it('is answered at once by an order that is known, without naming anybody else', async () => {
    const partner = calls.aPartner();
    const rival = calls.aPartner({ sameCampaign: partner });
    const orderId = await calls.order(partner);
    await calls.assess([orderId]);
    const own = await calls.claim(partner, { order_id: orderId });
    expect(own.body.data).toMatchObject({ status: 'answered', reason: 'already_credited' });
    expect(own.body.data.conversion_id).toEqual(expect.any(String));
    const other = await calls.claim(rival, { order_id: orderId });
    expect(other.body.data).toMatchObject({
      status: 'answered',
      reason: 'credited_elsewhere',
      conversion_id: null,
    });
    expect(JSON.stringify(other.body)).not.toContain(partner.link.affiliateId);
    const seen = await calls.list(rival, '?status=answered');
    expect(JSON.stringify(seen.body)).not.toContain(partner.link.affiliateId);
    const ofBrand = await calls.listOfBrand(partner, `?order_id=${orderId}`);
    expect(ofBrand.body.data.claims.map(({ conversion_id: id }) => id)).toEqual([
      own.body.data.conversion_id,
      own.body.data.conversion_id,
    ]);
  });

  it('is answered by the assessment of an order that arrives later', async () => {
    const partner = calls.aPartner();
    const rival = calls.aPartner({ sameCampaign: partner });
    const order = { order_id: randomUUIDv7() };
    const own = await calls.claim(partner, order);
    const other = await calls.claim(rival, order);
    await calls.order(partner, order.order_id);
    await calls.assess([order.order_id]);
    await calls.waitFor(partner, own.body.data.id, 'already_credited');
    await calls.waitFor(rival, other.body.data.id, 'credited_elsewhere');
  });

  it('is seen by its affiliate and its brand alone, page by page', async () => {
    const partner = calls.aPartner();
    for (let made = 0; made < 3; made += 1) await calls.claim(partner);
    const first = await calls.listOfBrand(partner, '?limit=2&status=open');
    expect(first.body.data).toMatchObject({ open: 3, next_before: expect.any(String) });
    const rest = await calls.listOfBrand(
      partner,
      `?limit=2&before=${String(first.body.data.next_before)}`,
    );
    const ids = [...first.body.data.claims, ...rest.body.data.claims].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect(ids).toEqual(ids.toSorted().toReversed());
    expect(rest.body.data.next_before).toBeNull();
    const stranger = calls.aPartner();
    const [id = ''] = ids;
    expect((await calls.get(stranger, id)).status).toBe(404);
    expect((await calls.getOfBrand(stranger, id)).status).toBe(404);
    expect((await calls.list(stranger)).body.data.claims).toEqual([]);
    expect((await calls.listOfBrand(stranger)).body.data).toMatchObject({ claims: [], open: 0 });
    const filtered = `?campaign_id=${partner.campaign.campaignId}&status=refused`;
    expect((await calls.list(partner, filtered)).body.data.claims).toEqual([]);
    expect((await calls.list(partner, '?status[$ne]=open')).status).toBe(400);
  });
});
