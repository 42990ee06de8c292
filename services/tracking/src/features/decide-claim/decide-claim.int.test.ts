import { randomUUIDv7 } from 'node:crypto';
import {
  auditEntryRecorded,
  claimDecided,
  conversionReplaced,
  conversionTracked,
} from '@tributary/contracts';
import { aCoupon, eventually, openEventProbe, type EventProbe } from '@tributary/testing';
import { claimCalls, type ClaimCalls } from '../../testing/claim-calls.ts';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';

let tracking: Tracking;
let probe: EventProbe;
let calls: ClaimCalls;
beforeAll(async () => {
  tracking = await openTracking();
  probe = await openEventProbe(tracking.env, ['tracking.conversions', 'audit.entries']);
  calls = claimCalls(tracking, probe);
});
afterAll(async () => {
  await probe.close();
  await tracking.close();
});

const stored = (orderId: string) => tracking.collection('conversions').findOne({ orderId });
const accept = { decision: 'accepted' };

describe('an accepted claim', () => {
  it('makes one pending conversion of the affiliate, with its events and an audit entry', async () => {
    const partner = calls.aPartner();
    const { body } = await calls.claim(partner, { order_value: '80.00' });
    const { id, order_id: orderId } = body.data;
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => calls.decide(partner, id, accept)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [first] = answers;
    const conversionId = first?.body.data.conversion_id ?? '';
    expect(first?.body.data).toMatchObject({ status: 'accepted', reason: null });
    for (const one of answers) expect(one.body.data.conversion_id).toBe(conversionId);
    expect(await tracking.collection('conversions').countDocuments({ orderId })).toBe(1);
    expect(await stored(orderId)).toMatchObject({
      _id: conversionId,
      status: 'pending',
      source: 'direct',
      valueMinor: 8_000,
      affiliateIds: [partner.link.affiliateId],
      claimId: id,
    });
    const tracked = await probe.waitFor(conversionTracked, (it) => it.orderId === orderId);
    expect(tracked.data).toMatchObject({ conversionId, claimId: id });
    const decided = await probe.waitFor(claimDecided, ({ claimId }) => claimId === id);
    expect(decided.data).toMatchObject({ status: 'accepted', conversionId });
    expect(probe.events(claimDecided).filter(({ data }) => data.claimId === id)).toHaveLength(1);
    await probe.waitFor(
      auditEntryRecorded,
      ({ operationId, changes }) =>
        operationId === 'decideClaim' && changes.some((change) => change.id === id),
    );
    const refusal = await calls.decide(partner, id, { decision: 'refused', reason: 'other' });
    expect(refusal).toMatchObject({
      status: 409,
      body: { data: { error: 'claim_closed', status: 'accepted' } },
    });
  });

  it('answers the claims of others to the order, and later reports of the shop', async () => {
    const partner = calls.aPartner();
    const rival = calls.aPartner({ sameCampaign: partner });
    const order = { order_id: randomUUIDv7(), order_value: 20 };
    const own = await calls.claim(partner, order);
    const other = await calls.claim(rival, order);
    await calls.decide(partner, own.body.data.id, accept);
    await calls.waitFor(rival, other.body.data.id, 'credited_elsewhere');
    const late = await calls.decide(rival, other.body.data.id, accept);
    expect(late).toMatchObject({ status: 409, body: { data: { reason: 'credited_elsewhere' } } });
    await calls.order(rival, order.order_id);
    expect(await stored(order.order_id)).toMatchObject({
      affiliateIds: [partner.link.affiliateId],
    });
  });

  it('is one, where two brands’ people decide for two affiliates at the same moment', async () => {
    const partner = calls.aPartner();
    const rival = calls.aPartner({ sameCampaign: partner });
    const order = { order_id: randomUUIDv7(), order_value: 20 };
    const claims = [await calls.claim(partner, order), await calls.claim(rival, order)];
    const answers = await Promise.all(
      claims.map(({ body }) => calls.decide(partner, body.data.id, accept)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(
      await tracking.collection('conversions').countDocuments({ orderId: order.order_id }),
    ).toBe(1);
  });

  it('needs a value of the brand where the affiliate named none', async () => {
    const partner = calls.aPartner();
    const { body } = await calls.claim(partner);
    const { id, order_id: orderId } = body.data;
    const without = await calls.decide(partner, id, accept);
    expect(without).toMatchObject({
      status: 400,
      body: { data: { error: 'order_value_required' } },
    });
    expect((await calls.decide(partner, id, { ...accept, order_value: '12.50' })).status).toBe(200);
    expect(await stored(orderId)).toMatchObject({ valueMinor: 1_250, currency: 'USD' });
  });

  it('by a click or a code is credited as a report with it would be', async () => {
    const partner = calls.aPartner();
    const { campaign, link } = partner;
    const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    const byClick = { tracking_code: undefined, click_id: clickId, order_value: 10 };
    const claimed = await calls.claim(partner, byClick);
    await calls.decide(partner, claimed.body.data.id, accept);
    expect(await stored(claimed.body.data.order_id)).toMatchObject({ clickId });
    const coupon = aCoupon({
      brandId: campaign.brandId,
      campaignId: campaign.campaignId,
      affiliateId: link.affiliateId,
    });
    tracking.others.coupons.push(coupon);
    const byCode = { tracking_code: undefined, coupon_code: coupon.code, order_value: 10 };
    const ofCode = await calls.claim(partner, byCode);
    expect(ofCode.status).toBe(201);
    await calls.decide(partner, ofCode.body.data.id, accept);
    expect(await stored(ofCode.body.data.order_id)).toMatchObject({
      affiliateIds: [link.affiliateId],
      coupon: { code: coupon.code, codePercent: 100 },
    });
  });

  it('counts against the caps of its campaign', async () => {
    const none = { daily: null, weekly: null, monthly: null, total: null };
    const caps = { clicks: none, conversions: { ...none, total: 1 }, commissionMinor: none };
    const partner = tracking.aLinkTo({ campaign: { caps } });
    await calls.order(partner);
    const { body } = await calls.claim(partner, { order_value: 10 });
    await calls.decide(partner, body.data.id, accept);
    expect(await stored(body.data.order_id)).toMatchObject({ unpayableReason: 'capped' });
  });

  it('credits a reported order that was credited to nobody, which keeps its id and facts', async () => {
    const partner = calls.aPartner();
    const orderId = await calls.order(partner);
    const lost = {
      $set: { affiliateId: null, affiliateIds: [], unpayableReason: 'no_attribution' },
    };
    await tracking.collection('conversions').updateOne({ orderId }, lost);
    await calls.assess([orderId], { shares: [] });
    const before = await stored(orderId);
    const { body } = await calls.claim(partner, { order_id: orderId });
    expect(body.data.status).toBe('open');
    const accepted = await calls.decide(partner, body.data.id, accept);
    expect(accepted).toMatchObject({ status: 200, body: { data: { conversion_id: before?._id } } });
    expect(await stored(orderId)).toMatchObject({
      valueMinor: before?.['valueMinor'],
      affiliateIds: [partner.link.affiliateId],
      unpayableReason: null,
      revision: 1,
    });
    await probe.waitFor(conversionReplaced, ({ conversionId }) => conversionId === before?._id);
  });

  it('and its conversion are stored together or not at all', async () => {
    const partner = calls.aPartner();
    const [deps] = tracking.deps;
    const known = await deps?.conversions.find(
      String((await stored(await calls.order(partner)))?._id),
    );
    if (deps === undefined || known === undefined) throw new Error('No order');
    const copy = { ...known, id: randomUUIDv7(), orderId: randomUUIDv7(), transactionId: null };
    const ended = (): Promise<void> => Promise.reject(new Error('the process ended'));
    const adding = deps.committer.add(copy, partner.campaign, true, ended);
    await expect(adding).rejects.toThrow('the process ended');
    expect(await stored(copy.orderId)).toBeNull();
    expect((await deps.committer.add(copy, partner.campaign, true)).isNew).toBe(true);
  });
});

describe('a refused claim', () => {
  it('has a reason and the brand’s words, once', async () => {
    const partner = calls.aPartner();
    const { body } = await calls.claim(partner);
    const refusal = { decision: 'refused', reason: 'unknown_order', notes: 'Not ours' };
    const { id } = body.data;
    const answers = [
      await calls.decide(partner, id, refusal),
      await calls.decide(partner, id, refusal),
    ];
    for (const { status, body: answer } of answers) {
      expect(status).toBe(200);
      expect(answer.data).toMatchObject({ status: 'refused', reason: 'unknown_order' });
    }
    expect((await calls.get(partner, id)).body.data).toMatchObject({ notes: 'Not ours' });
    await probe.waitFor(claimDecided, ({ claimId }) => claimId === id);
    expect(probe.events(claimDecided).filter(({ data }) => data.claimId === id)).toHaveLength(1);
    const accepted = await calls.decide(partner, id, accept);
    expect(accepted).toMatchObject({ status: 409, body: { data: { error: 'claim_closed' } } });
    expect((await calls.decide(partner, id, { decision: 'refused' })).status).toBe(400);
  });

  it('is answered by its order instead, where that is known by now', async () => {
    const partner = calls.aPartner();
    const { body } = await calls.claim(partner);
    const { id, order_id: orderId } = body.data;
    await calls.order(partner, orderId);
    await calls.assess([orderId]);
    const refusal = await calls.decide(partner, id, { decision: 'refused', reason: 'other' });
    expect(refusal).toMatchObject({
      status: 409,
      body: { data: { status: 'answered', reason: 'already_credited' } },
    });
  });

  it('is no other brand’s to decide', async () => {
    const partner = calls.aPartner();
    const { body } = await calls.claim(partner, { order_value: 10 });
    const stranger = calls.aPartner();
    const foreign = await calls.decide(stranger, body.data.id, accept);
    const absent = await calls.decide(stranger, randomUUIDv7(), accept);
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(absent.body);
    await eventually(async () => (await calls.get(partner, body.data.id)).status === 200);
  });
});
