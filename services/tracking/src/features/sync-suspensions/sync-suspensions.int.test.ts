import { randomUUIDv7 } from 'node:crypto';
import { type UserStatus, userStatusChanged } from '@tributary/contracts';
import { aUser, type EventProbe, eventually, openEventProbe } from '@tributary/testing';
import { type Answered, openTracking, type Tracking } from '../../testing/open-tracking.ts';

describe('a suspended account', () => {
  let tracking: Tracking;
  let probe: EventProbe;
  beforeAll(async () => {
    tracking = await openTracking({}, 2);
    probe = await openEventProbe(tracking.env, ['tracking.conversions']);
  });
  afterAll(async () => {
    await probe.close();
    await tracking.close();
  });

  /** A link of accounts of its own. */
  const aLink = () =>
    tracking.aLinkTo({
      campaign: { brandId: randomUUIDv7() },
      link: { affiliateId: randomUUIDv7() },
    });
  const setStatus = (userId: string, status: UserStatus, previousStatus: UserStatus) =>
    probe.publish(userStatusChanged({ ...aUser({ userId, status }), previousStatus }));
  const validityOf = async (answered: Answered): Promise<unknown> => {
    const _id = tracking.clickIdOf(answered);
    const click = await eventually(
      async () => (await tracking.collection('clicks').findOne({ _id })) ?? undefined,
    );
    return click['validity'];
  };
  /** Follows the link at both instances until all clicks have this validity. */
  const clicksBecome = (trackingCode: string, isCounted: boolean) =>
    eventually(
      async () => {
        const clicks = await Promise.all(
          tracking.services.map((at) => tracking.follow(trackingCode, {}, at)),
        );
        expect(clicks.map(({ status }) => status)).toEqual([302, 302]);
        const validities = await Promise.all(clicks.map(validityOf));
        return validities.every((validity) => (validity === 'inactive_campaign') !== isCounted);
      },
      { everyMs: 200 },
    );
  const order = (clickId: string, id: string) =>
    tracking.call('POST', '/api/track/conversion', {
      body: { click_id: clickId, transaction_id: id, order_value: 100 },
    });
  const unpayableReasonOf = async ({ body }: Answered) => {
    const _id = body.data.conversion_id;
    return (await tracking.collection('conversions').findOne({ _id }))?.['unpayableReason'];
  };

  it.each(['affiliateId', 'brandId'] as const)(
    'by %s has clicks that redirect and do not count, on every instance, until it is reinstated',
    async (party) => {
      const { link } = aLink();
      await clicksBecome(link.trackingCode, true);
      await setStatus(link[party], 'suspended', 'active');
      await clicksBecome(link.trackingCode, false);
      await setStatus(link[party], 'verified', 'suspended');
      await clicksBecome(link.trackingCode, true);
    },
  );

  it('earns nothing on orders, which its brand can never approve, also not after the reinstatement', async () => {
    const { link, campaign } = aLink();
    const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    const before = await order(clickId, 'before');
    expect(await unpayableReasonOf(before)).toBeNull();
    await setStatus(link.affiliateId, 'suspended', 'active');
    await clicksBecome(link.trackingCode, false);
    const during = await order(clickId, 'during');
    expect(during.status).toBe(201);
    expect(await unpayableReasonOf(during)).toBe('affiliate_suspended');

    const headers = tracking.brand(campaign.brandId);
    const review = ({ body }: Answered, decision: string) =>
      tracking.call('PUT', `/api/brand/conversions/${body.data.conversion_id}/review`, {
        body: { decision },
        headers,
      });
    const refused = { status: 409, body: { data: { error: 'affiliate_suspended' } } };
    expect(await review(during, 'approved')).toMatchObject(refused);
    expect((await review(before, 'approved')).status).toBe(200);
    await setStatus(link.affiliateId, 'active', 'suspended');
    await clicksBecome(link.trackingCode, true);
    expect(await unpayableReasonOf(await order(clickId, 'after'))).toBeNull();
    expect(await review(during, 'approved')).toMatchObject(refused);
    const bulk = await tracking.call('POST', '/api/brand/conversions/bulk-review', {
      body: { conversion_ids: [during.body.data.conversion_id], decision: 'approved' },
      headers,
    });
    expect(bulk.body.data).toMatchObject({
      results: [],
      errors: [{ error: 'affiliate_suspended' }],
    });
    expect((await review(during, 'rejected')).status).toBe(200);
  });
});
