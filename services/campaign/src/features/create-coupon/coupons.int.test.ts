import {
  auditEntryRecorded,
  conversionTracked,
  couponCreated,
  couponDeleted,
  couponUpdated,
  type CouponSnapshot,
} from '@tributary/contracts';
import { openGrpcClient } from '@tributary/grpc';
import { newId } from '@tributary/service';
import { aConversion, eventually, tokensOf } from '@tributary/testing';
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

const PATH = '/api/brand/coupons';
type Caller = ReturnType<RunningCampaign['caller']>;

async function aMember() {
  const brand = running.caller('brand');
  const affiliate = running.caller('affiliate');
  const campaign = plainCampaign({ approval: { mode: 'auto' } });
  const { body } = await brand.post('/api/brand/campaigns', campaign);
  const campaignId = String(body.id);
  const join = (who: Caller) => who.post(`/api/affiliate/campaigns/${campaignId}/apply`);
  await join(affiliate);
  const code = (given: object = {}) => ({
    campaign_id: campaignId,
    affiliate_id: affiliate.id,
    code: 'Anna10',
    ...given,
  });
  return { brand, affiliate, campaignId, code, join };
}

describe('coupon codes', () => {
  it('are created, listed, changed and shown to their affiliate, and published', async () => {
    const { brand, affiliate, campaignId, code } = await aMember();
    const ends = { starts_at: '2026-05-01', ends_at: '2099-06-01T00:00:00Z' };
    const made = await brand.post(PATH, code({ code: ' Anna10 ', ...ends }));
    expect(made).toMatchObject({
      status: 201,
      body: {
        code: 'Anna10',
        campaign_id: campaignId,
        affiliate_id: affiliate.id,
        starts_at: '2026-05-01T00:00:00.000Z',
        ends_at: '2099-06-01T00:00:00.000Z',
        status: 'active',
        deactivated_at: null,
        last_used_at: null,
      },
    });
    const id = String(made.body.id);
    const added = await running.probe.waitFor(couponCreated, ({ couponId }) => couponId === id);
    expect(added.data).toMatchObject({
      brandId: brand.id,
      affiliateId: affiliate.id,
      code: 'Anna10',
    });

    expect((await brand.get(`${PATH}/${id}`)).body).toEqual(made.body);
    expect((await brand.get(`${PATH}?code=anna10&campaign_id=${campaignId}`)).body.coupons).toEqual(
      [made.body],
    );
    const own = await affiliate.get('/api/affiliate/coupons?active=true');
    expect(own.body.coupons).toMatchObject([{ id, code: 'Anna10', status: 'active' }]);

    const off = await brand.put(`${PATH}/${id}`, { active: false });
    expect(off.body).toMatchObject({ status: 'deactivated', deactivated_at: expect.any(String) });
    await running.probe.waitFor(
      couponUpdated,
      ({ couponId, deactivatedAt }) => couponId === id && deactivatedAt !== null,
    );
    expect((await affiliate.get('/api/affiliate/coupons?active=true')).body.coupons).toEqual([]);
    expect((await brand.put(`${PATH}/${id}`, { active: true, ends_at: null })).body).toMatchObject({
      status: 'active',
      ends_at: null,
    });
    const changed = await running.probe.waitFor(
      auditEntryRecorded,
      (one) => one.operationId === 'updateCoupon' && one.targetIds.includes(id),
    );
    expect(changed.data.changes).toMatchObject([{ kind: 'coupon' }]);
  });

  it('are one affiliate’s at any time: two of one text within a brand are refused', async () => {
    const { brand, affiliate, code, join } = await aMember();
    const other = running.caller('affiliate');
    await join(other);
    const { body: first } = await brand.post(PATH, code({ ends_at: '2099-01-01' }));
    const second = { affiliate_id: other.id, code: 'ANNA10' };
    const refused = await brand.post(PATH, code(second));
    expect([refused.status, refused.body.error]).toEqual([409, 'coupon_code_taken']);
    const later = await brand.post(PATH, code({ ...second, starts_at: '2099-01-01' }));
    expect(later).toMatchObject({ status: 201, body: { status: 'scheduled' } });
    const longer = await brand.put(`${PATH}/${String(first.id)}`, { ends_at: '2099-01-02' });
    expect([longer.status, longer.body.error]).toEqual([409, 'coupon_code_taken']);
    // A code that is switched off frees its text from then on.
    await brand.put(`${PATH}/${String(first.id)}`, { active: false });
    const next = await brand.post(PATH, code({ ...second, ends_at: '2099-01-01' }));
    expect(next.status).toBe(201);
    const again = await brand.put(`${PATH}/${String(first.id)}`, { active: true });
    expect([again.status, again.body.error]).toEqual([409, 'coupon_code_taken']);
    const elsewhere = await aMember();
    expect((await elsewhere.brand.post(PATH, elsewhere.code())).status).toBe(201);
    expect(affiliate.id).not.toBe(other.id);
  });

  it('are created once where many requests race for one text', async () => {
    const { brand, code } = await aMember();
    const tries = Array.from({ length: 8 }, (_none, index) =>
      brand.post(PATH, code({ code: index % 2 === 0 ? 'race' : 'RACE' })),
    );
    const statuses = (await Promise.all(tries)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)]);
    expect((await brand.get(`${PATH}?code=Race`)).body.pagination.total).toBe(1);
  });

  it('are created in bulk, all or none, at most 100', async () => {
    const { brand, code } = await aMember();
    const many = Array.from({ length: 100 }, (_none, index) =>
      code({ code: `BULK-${String(index)}` }),
    );
    const made = await brand.post(`${PATH}/bulk`, { coupons: many });
    expect([made.status, made.body.coupons?.length]).toEqual([201, 100]);
    const clash = [code({ code: 'NEW-1' }), code({ code: 'new-1' })];
    const refused = await brand.post(`${PATH}/bulk`, { coupons: clash });
    expect([refused.status, refused.body.error]).toEqual([409, 'coupon_code_taken']);
    expect((await brand.get(PATH)).body.pagination.total).toBe(100);
    const tooMany = await brand.post(`${PATH}/bulk`, { coupons: [...many, code({ code: 'X' })] });
    expect(tooMany.status).toBe(400);
  });

  it('require a member of one of the brand’s running campaigns', async () => {
    const { brand, campaignId, code } = await aMember();
    const stranger = await brand.post(PATH, code({ affiliate_id: newId() }));
    expect([stranger.status, stranger.body.error]).toEqual([409, 'not_a_member']);
    const other = await aMember();
    expect((await other.brand.post(PATH, code())).status).toBe(404);
    await brand.put(`/api/brand/campaigns/${campaignId}`, { status: 'completed' });
    const over = await brand.post(PATH, code());
    expect([over.status, over.body.error]).toEqual([409, 'campaign_not_active']);
  });

  it('are switched off when their affiliate leaves the campaign', async () => {
    const { brand, affiliate, campaignId, code } = await aMember();
    const { body: made } = await brand.post(PATH, code());
    await affiliate.delete(`/api/affiliate/campaigns/${campaignId}/membership`);
    expect((await brand.get(`${PATH}/${String(made.id)}`)).body.status).toBe('deactivated');
    await running.probe.waitFor(
      couponUpdated,
      ({ couponId, deactivatedAt }) => couponId === made.id && deactivatedAt !== null,
    );
    const on = await brand.put(`${PATH}/${String(made.id)}`, { active: true });
    expect([on.status, on.body.error]).toEqual([409, 'not_a_member']);
  });

  it('are deleted while no order has named them, and kept from then on', async () => {
    const { brand, code, campaignId, affiliate } = await aMember();
    const { body: unused } = await brand.post(PATH, code());
    expect((await brand.delete(`${PATH}/${String(unused.id)}`)).status).toBe(200);
    expect((await brand.get(`${PATH}/${String(unused.id)}`)).status).toBe(404);
    await running.probe.waitFor(couponDeleted, ({ couponId }) => couponId === unused.id);

    const { body: used } = await brand.post(PATH, code());
    const id = String(used.id);
    const conversion = aConversion({
      brandId: brand.id,
      campaignId,
      affiliateId: affiliate.id,
      coupon: {
        codes: ['anna10'],
        code: 'Anna10',
        couponId: id,
        affiliateId: affiliate.id,
        status: 'valid',
        startsAt: String(used.starts_at),
        rule: 'code',
        decision: 'only_code',
        codePercent: 100,
        click: null,
      },
    });
    await running.probe.publish(conversionTracked(conversion));
    await eventually(async () => {
      const { body } = await brand.get(`${PATH}/${id}`);
      return body.last_used_at === conversion.createdAt;
    });
    const refused = await brand.delete(`${PATH}/${id}`);
    expect([refused.status, refused.body.error]).toEqual([409, 'coupon_used']);
  });

  it('are not accessible to other brands and to affiliates', async () => {
    const { brand, affiliate, code } = await aMember();
    const { body: made } = await brand.post(PATH, code());
    const path = `${PATH}/${String(made.id)}`;
    const other = running.caller('brand');
    for (const answer of [
      await other.get(path),
      await other.put(path, { active: false }),
      await other.delete(path),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect((await other.get(PATH)).body.coupons).toEqual([]);
    expect((await affiliate.get(PATH)).status).toBe(403);
    const stranger = running.caller('affiliate');
    expect((await stranger.get('/api/affiliate/coupons')).body.coupons).toEqual([]);
  });

  it.each([
    [{ code: '' }, 'code:'],
    [{ code: 'A,B' }, 'code:'],
    [{ code: 'A\u0000B' }, 'code:'],
    [{ code: '\ud800' }, 'code:'],
    [{ code: 'x'.repeat(65) }, 'code:'],
    [{ starts_at: 'soon' }, 'starts_at:'],
    [{ starts_at: '2026-05-02', ends_at: '2026-05-01' }, 'ends_at:'],
    [{ affiliate_id: 'anna' }, 'affiliate_id:'],
    [{ colour: 'red' }, 'colour:'],
  ])('refuse %j, naming the field', async (given, field) => {
    const { brand, code } = await aMember();
    const refused = await brand.post(PATH, code(given));
    expect(refused.status).toBe(400);
    expect(refused.body.detail).toContain(field);
  });

  it('are returned to other services by brand and text, in any state', async () => {
    const { brand, code } = await aMember();
    const { body: made } = await brand.post(PATH, code());
    await brand.put(`${PATH}/${String(made.id)}`, { active: false });
    const client = openGrpcClient(
      'tributary.campaign.v1.Campaigns',
      `127.0.0.1:${running.service.grpcPort}`,
      tokensOf('tracking'),
    );
    const options = { deadlineMs: 5_000, idempotent: true };
    const find = async (brandId: string, codes: string[]) => {
      const { coupons } = await client.call('FindCoupons', { brandId, codes }, options);
      return coupons.map((text) => JSON.parse(text) as CouponSnapshot);
    };
    expect(await find(brand.id, [' anna10 ', 'nothing'])).toMatchObject([
      { couponId: made.id, deactivatedAt: expect.any(String) },
    ]);
    expect(await find(newId(), ['anna10'])).toEqual([]);
    client.close();
  });
});
