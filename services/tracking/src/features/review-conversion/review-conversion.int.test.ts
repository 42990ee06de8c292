import { randomUUIDv7 } from 'node:crypto';
import {
  assessmentMade,
  commissionAdjusted,
  commissionCreated,
  conversionAdjusted,
  conversionApproved,
  conversionDisputed,
  conversionRejected,
  conversionReversed,
  conversionsBulkReviewed,
  conversionTracked,
  linkDeactivated,
  linkCreated,
  campaignUpdated,
} from '@tributary/contracts';
import { aCampaign, aLink, eventually, openEventProbe, type EventProbe } from '@tributary/testing';
import { openTracking, sign, type Tracking } from '../../testing/open-tracking.ts';
import { assessmentOf } from '../../testing/fake-services.ts';

describe('the lifecycle of a conversion', () => {
  let tracking: Tracking;
  let probe: EventProbe;
  beforeAll(async () => {
    tracking = await openTracking();
    probe = await openEventProbe(tracking.env, ['tracking.conversions']);
  });
  afterAll(async () => {
    await probe.close();
    await tracking.close();
  });
  beforeEach(() => {
    Object.assign(tracking.others, {
      isAttributionUnavailable: false,
      isCommissionUnavailable: false,
    });
  });

  /** A brand with `count` orders of 100.00 USD. */
  const aBrandWith = async (count: number) => {
    const { campaign, link } = tracking.aLinkTo();
    const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        tracking.call('POST', '/api/track/conversion', {
          body: {
            click_id: clickId,
            transaction_id: `${link.trackingCode}-${String(index)}`,
            order_value: 100,
          },
        }),
      ),
    );
    const ids = answers.map(({ body }) => body.data.conversion_id);
    const orderIds = answers.map((_, index) => `${link.trackingCode}-${String(index)}`);
    return { campaign, link, clickId, ids, orderIds, headers: tracking.brand(campaign.brandId) };
  };
  const review = (id: string, decision: string, headers: Record<string, string>) =>
    tracking.call('PUT', `/api/brand/conversions/${id}/review`, { body: { decision }, headers });
  const adjust = (body: object, headers: Record<string, string> = {}) =>
    tracking.call('POST', '/api/track/adjustment', { body, headers });
  const stored = (id: string | undefined) =>
    tracking.collection('conversions').findOne({ _id: id ?? '' });

  describe('review', () => {
    it('assesses first, publishes the approval, books the commission and answers repetitions alike', async () => {
      const { ids, headers } = await aBrandWith(1);
      const [id = ''] = ids;
      const first = await review(id, 'approved', headers);
      expect(first).toMatchObject({
        status: 200,
        body: { success: true, data: { id, status: 'approved', commission_created: true } },
      });
      expect(tracking.others.assessed.map(({ conversionId }) => conversionId)).toContain(id);
      const { data } = await probe.waitFor(conversionApproved, (it) => it.conversionId === id);
      expect(data.shares).toHaveLength(1);
      const again = await review(id, 'approved', headers);
      expect(again.body.data).toEqual({ id, status: 'approved', commission_created: false });
      const opposite = await review(id, 'rejected', headers);
      expect(opposite).toMatchObject({
        status: 409,
        body: { success: false, data: { error: 'already_reviewed', status: 'approved' } },
      });
      const events = probe.events(conversionApproved).filter((it) => it.data.conversionId === id);
      expect(events).toHaveLength(1);
    });

    it('answers 503 while a conversion cannot be assessed, and leaves it pending', async () => {
      const { ids, headers } = await aBrandWith(1);
      tracking.others.isAttributionUnavailable = true;
      const answered = await review(ids[0] ?? '', 'approved', headers);
      expect(answered.status).toBe(503);
      expect(answered.headers.get('retry-after')).not.toBeNull();
      expect(await stored(ids[0])).toMatchObject({ status: 'pending' });
    });

    it('leaves the booking to the event while commission is unavailable', async () => {
      const { ids, headers } = await aBrandWith(1);
      tracking.others.isCommissionUnavailable = true;
      const answered = await review(ids[0] ?? '', 'approved', headers);
      expect(answered).toMatchObject({
        status: 200,
        body: { data: { commission_created: false } },
      });
      await probe.waitFor(conversionApproved, (it) => it.conversionId === ids[0]);
    });

    it('answers 404 for another brand’s conversion, as for an absent one', async () => {
      const { ids } = await aBrandWith(1);
      const stranger = tracking.brand(randomUUIDv7());
      const foreign = await review(ids[0] ?? '', 'approved', stranger);
      const absent = await review(randomUUIDv7(), 'approved', stranger);
      expect(foreign.status).toBe(404);
      expect(foreign.body).toEqual(absent.body);
      const malformed = await review('x', 'approved', stranger);
      expect(malformed.status).toBe(404);
    });

    it('decides many in one call, each on its own, and publishes one summary', async () => {
      const { ids, headers, campaign } = await aBrandWith(120);
      const { brandId } = campaign;
      await review(ids[0] ?? '', 'rejected', headers);
      await review(ids[1] ?? '', 'approved', headers);
      const absent = randomUUIDv7();
      const bulk = await tracking.call('POST', '/api/brand/conversions/bulk-review', {
        body: { conversion_ids: [...ids, absent], decision: 'approved' },
        headers,
      });
      expect(bulk.status).toBe(200);
      const { processed, failed, results, errors } = bulk.body.data;
      expect([processed, failed, results.length]).toEqual([119, 2, 119]);
      expect(errors).toEqual([
        { id: ids[0], error: 'already_reviewed', message: expect.any(String) },
        { id: absent, error: 'conversion_not_found', message: expect.any(String) },
      ]);
      const created = results.filter((it) => it.commission_created);
      expect(created).toHaveLength(118);
      const summary = await probe.waitFor(conversionsBulkReviewed, (it) => it.brandId === brandId);
      expect(summary.data).toMatchObject({ decision: 'approved', processed: 119, failed: 2 });
      await eventually(() => {
        const mine = probe.events(conversionApproved).filter((it) => it.data.brandId === brandId);
        return mine.length === 119;
      });
      const rejected = probe.events(conversionRejected).filter((it) => it.data.brandId === brandId);
      expect(rejected).toHaveLength(1);
      const tooMany = Array.from({ length: 501 }, () => randomUUIDv7());
      const refused = await tracking.call('POST', '/api/brand/conversions/bulk-review', {
        body: { conversion_ids: tooMany, decision: 'approved' },
        headers,
      });
      expect(refused.status).toBe(400);
    });
  });

  describe('assessment and commission', () => {
    it('applies score, factors and credit, and shows the booked commission', async () => {
      const { ids, headers, link, campaign } = await aBrandWith(1);
      const { data } = await probe.waitFor(conversionTracked, (it) => it.conversionId === ids[0]);
      await probe.publish(
        assessmentMade(assessmentOf(data, { fraudScore: 0.7, requiresReview: true })),
      );
      const list = () =>
        tracking.call('GET', '/api/brand/conversions?requires_review=true', { headers });
      const [flagged] = await eventually(async () => {
        const { conversions } = (await list()).body.data;
        return conversions.length > 0 && conversions;
      });
      expect(flagged).toMatchObject({
        fraud_score: 0.7,
        requires_review: true,
        affiliate_id: link.affiliateId,
        commission_amount: 10,
      });
      const commission = {
        commissionId: randomUUIDv7(),
        conversionId: data.conversionId,
        campaignId: campaign.campaignId,
        campaignName: campaign.name,
        brandId: campaign.brandId,
        affiliateId: link.affiliateId,
        orderId: data.orderId,
        clickId: data.clickId,
        linkId: data.linkId,
        status: 'approved' as const,
        amountMinor: 1_050,
        paidMinor: 0,
        currency: 'USD',
        terms: { ...data.terms, value: '10.5' },
        saleMinor: 10_000,
        saleCurrency: 'USD',
        convertedAt: data.convertedAt,
        createdAt: data.createdAt,
        approvedAt: null,
        paidAt: null,
        payoutId: null,
      };
      await probe.publish(commissionCreated(commission));
      const shown = async () => (await list()).body.data.conversions[0]!;
      await eventually(async () => (await shown()).commission_amount === 10.5);
      expect((await shown()).commission_rate).toBe(10.5);
      const change = { adjustmentId: randomUUIDv7(), changeMinor: -1_050, clawedBackMinor: 0 };
      await probe.publish(
        commissionAdjusted({ ...commission, amountMinor: 0, reason: 'refund', ...change }),
      );
      await eventually(async () => (await shown()).commission_amount === 0);
    });
  });

  describe('adjustment', () => {
    it('reverses once and publishes it; a second refund changes nothing', async () => {
      const { ids, orderIds, headers } = await aBrandWith(1);
      const [orderId = ''] = orderIds;
      await review(ids[0] ?? '', 'approved', headers);
      const call = { original_order_id: orderId, adjustment_type: 'chargeback' };
      const signature = sign('dev-secret-direct', `${orderId}.chargeback.`);
      const first = await adjust(call, { 'x-service-signature': signature });
      expect(first.body).toEqual({
        success: true,
        data: {
          status: 'reversed',
          order_id: orderId,
          reversed_commissions: 1,
          adjusted_commissions: 0,
        },
        message: expect.any(String),
      });
      const { data } = await probe.waitFor(conversionReversed, (it) => it.conversionId === ids[0]);
      expect(data).toMatchObject({ adjustmentMinor: 10_000, refundedMinor: 10_000 });
      const second = await adjust({ ...call, adjustment_type: 'refund' });
      expect(second.body.data).toEqual(first.body.data);
      expect((await stored(ids[0]))?.['adjustments']).toHaveLength(1);
      expect(tracking.others.adjusted.at(-1)?.adjustmentId).toBe(data.adjustmentId);
      const late = await review(ids[0] ?? '', 'approved', headers);
      expect(late.status).toBe(409);
    });

    it('applies partial refunds down to exactly zero, each refund_id once, and no further', async () => {
      const { ids, orderIds } = await aBrandWith(1);
      const partial = (amount: unknown, refundId: string) =>
        adjust({
          original_order_id: orderIds[0],
          adjustment_type: 'partial_refund',
          adjustment_amount: amount,
          refund_id: refundId,
        });
      const parallel = await Promise.all(Array.from({ length: 8 }, () => partial(40.5, 'one')));
      for (const { status, body } of parallel) {
        expect([status, body.data.status, body.data.adjusted_commissions]).toEqual([
          200,
          'adjusted',
          1,
        ]);
      }
      expect((await partial('59.51', 'two')).status).toBe(400);
      expect((await partial(0, 'two')).status).toBe(400);
      expect((await partial(undefined, 'two')).status).toBe(400);
      expect((await partial('0.005', 'two')).status).toBe(400);
      expect((await partial('59.50', 'two')).status).toBe(200);
      expect((await partial(0.01, 'three')).body.data.error).toBe('invalid_adjustment_amount');
      expect(await stored(ids[0])).toMatchObject({
        status: 'pending',
        valueMinor: 10_000,
        refundedMinor: 10_000,
      });
      await eventually(
        () =>
          probe.events(conversionAdjusted).filter((it) => it.data.conversionId === ids[0])
            .length === 2,
      );
    });

    it('leaves the commissions to the event while commission is unavailable, and states so', async () => {
      const { orderIds } = await aBrandWith(1);
      tracking.others.isCommissionUnavailable = true;
      const answered = await adjust({ original_order_id: orderIds[0], adjustment_type: 'refund' });
      expect(answered).toMatchObject({
        status: 200,
        body: { data: { status: 'reversed', reversed_commissions: 0 } },
      });
      expect(answered.body.message).toContain('in a moment');
    });

    it('requires the brand where several have the order, and the key of the order’s source', async () => {
      const post = async () => {
        const { link, campaign } = tracking.aLinkTo();
        await tracking.call('POST', '/api/track/postback/source_c', {
          body: { tracking_code: link.trackingCode, order_id: 'same-id', order_value: 8 },
        });
        return campaign;
      };
      const { brandId } = await post();
      const { campaignId } = await post();
      const call = { original_order_id: 'same-id', adjustment_type: 'refund' };
      const ambiguous = await adjust(call);
      expect(ambiguous).toMatchObject({
        status: 409,
        body: { data: { error: 'ambiguous_order' } },
      });
      const withKey = (key: string) => ({ 'x-service-signature': sign(key, 'same-id.refund.') });
      const named = { ...call, brand_id: brandId };
      expect((await adjust(named, withKey('dev-secret-direct'))).status).toBe(401);
      expect((await adjust(named, withKey('dev-secret-source-c'))).status).toBe(200);
      const wrongCurrency = { ...call, campaign_id: campaignId, currency: 'EUR' };
      expect((await adjust(wrongCurrency)).body.data.error).toBe('currency_mismatch');
    });
  });

  describe('lists, dispute and copies', () => {
    it('filters, sorts and pages', async () => {
      const { ids, headers, link, campaign, clickId } = await aBrandWith(3);
      await review(ids[1] ?? '', 'rejected', headers);
      await tracking.call('POST', '/api/track/conversion', {
        body: {
          click_id: clickId,
          transaction_id: 'lead',
          order_value: 0,
          conversion_type: 'lead',
          currency: 'EUR',
        },
      });
      const list = async (query: string) =>
        (await tracking.call('GET', `/api/brand/conversions?${query}`, { headers })).body;
      const all = await list('');
      expect(all.data.pagination).toEqual({ page: 1, per_page: 50, total: 4, pages: 1 });
      const created = all.data.conversions.map((it) => it.created_at);
      expect(created).toEqual(created.toSorted().toReversed());
      const today = new Date().toISOString().slice(0, 10);
      const counts = {
        'status=rejected': 1,
        'status=pending&per_page=1&page=2': 3,
        'conversion_type=lead': 1,
        'min_value=0.01': 3,
        'max_value=99.99': 1,
        'min_value=100&max_value=100': 3,
        'requires_review=true': 0,
        [`campaign_id=${campaign.campaignId}`]: 4,
        [`campaign_id=${randomUUIDv7()}`]: 0,
        [`affiliate_id=${link.affiliateId}`]: 4,
        [`date_from=${today}&date_to=${today}`]: 4,
        'date_to=2020-01-01': 0,
      };
      for (const [query, total] of Object.entries(counts)) {
        expect([query, (await list(query)).data.pagination.total]).toEqual([query, total]);
      }
      const refused = [
        'status=new',
        'status[$ne]=pending',
        'page=0',
        'page=1e3',
        'per_page=101',
        'min_value=-1',
        'min_value=2&max_value=1',
        'requires_review=1',
        'campaign_id=x',
        'date_from=2026-02-01&date_to=2026-01-01',
        'unknown=1',
        'status=pending&status=approved',
      ];
      for (const query of refused)
        expect([query, (await list(query)).success]).toEqual([query, false]);
      const waiting = await tracking.call('GET', '/api/brand/conversions/pending-review', {
        headers,
      });
      expect(waiting.body.data.total).toBe(3);
      expect(Object.keys(waiting.body.data.conversions[0]!)).not.toContain('click_id');
      const mine = tracking.affiliate(link.affiliateId);
      const analytics = await tracking.call('GET', '/api/affiliate/conversions/analytics', {
        headers: mine,
      });
      expect(analytics.body.data).toMatchObject({
        currency: 'USD',
        totals: { conversions: 3, pending: 3, rejected: 1, revenue: 200, average_order_value: 100 },
        trends: [{ date: today, conversions: 2, revenue: 200 }],
      });
      const wrongRole = await tracking.call('GET', '/api/brand/conversions', { headers: mine });
      expect(wrongRole).toMatchObject({ status: 403, body: { success: false } });
    });

    it('permits only the affiliate to dispute, once', async () => {
      const { ids, link } = await aBrandWith(1);
      const dispute = (who: string) =>
        tracking.call('POST', `/api/affiliate/conversions/${ids[0] ?? ''}/dispute`, {
          body: { reason: 'This was\nmy customer' },
          headers: tracking.affiliate(who),
        });
      expect((await dispute(randomUUIDv7())).status).toBe(404);
      expect(await dispute(link.affiliateId)).toMatchObject({
        status: 201,
        body: { success: true, data: { status: 'open' } },
      });
      expect((await dispute(link.affiliateId)).status).toBe(409);
      await probe.waitFor(conversionDisputed, (it) => it.conversionId === ids[0]);
    });

    it('follows the events of links and campaigns', async () => {
      const campaign = aCampaign({ updatedAt: new Date().toISOString() });
      const { campaignId, brandId } = campaign;
      const link = aLink({ campaignId, brandId, createdAt: new Date().toISOString() });
      await probe.publish(campaignUpdated(campaign), linkCreated(link));
      const status = async () => (await tracking.follow(link.trackingCode)).status;
      await eventually(async () => (await status()) === 302);
      await probe.publish(linkDeactivated({ ...link, active: false }));
      await eventually(async () => (await status()) === 404);
      await probe.publish(linkDeactivated(link));
      await eventually(async () => (await status()) === 302);
      const archived = { ...campaign, status: 'archived' as const };
      const newer = new Date(Date.now() + 1_000).toISOString();
      await probe.publish(
        campaignUpdated({ ...archived, updatedAt: newer }),
        campaignUpdated(campaign),
      );
      await eventually(async () => (await status()) === 404);
    });
  });
});
