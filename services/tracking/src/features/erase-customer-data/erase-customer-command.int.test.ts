import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { conversionCustomerErased } from '@tributary/contracts';
import { aCoupon, eventually, openEventProbe, type EventProbe } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { openTracking, type Tracking } from '../../testing/open-tracking.ts';

const run = promisify(execFile);
const CLI = 'services/tracking/src/cli/privacy.ts';

describe('npm run tool -- privacy erase --email', () => {
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

  const privacy = (...args: string[]) =>
    run(process.execPath, [CLI, ...args], { env: { ...process.env, ...tracking.env } });

  it('deletes the data that links orders to the customer, keeps the sums, and publishes the erasure', async () => {
    const { link, campaign } = tracking.aLinkTo();
    const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    const order = (id: string, customer_email: string) =>
      tracking.call('POST', '/api/track/conversion', {
        body: {
          click_id: clickId,
          transaction_id: id,
          order_value: 100,
          customer_id: `c-${id}`,
          customer_email,
          metadata: { name: 'Ann' },
        },
      });
    const [first, second, other] = [
      await order('e1', 'ann@example.com'),
      await order('e2', 'ANN@example.com'),
      await order('e3', 'bob@example.com'),
    ];
    await tracking.call('POST', '/api/track/adjustment', {
      body: {
        original_order_id: 'e1',
        adjustment_type: 'partial_refund',
        adjustment_amount: 1,
        metadata: { by: 'Ann' },
      },
    });
    const rows = tracking.collection('conversions');
    const clicks = tracking.collection('clicks');
    await eventually(async () => (await clicks.countDocuments({ _id: clickId })) === 1);
    const list = async () =>
      (
        await tracking.call('GET', '/api/brand/conversions', {
          headers: tracking.brand(campaign.brandId),
        })
      ).body.data.conversions;
    const before = await list();

    const { stdout } = await privacy('erase', '--email', ' Ann@Example.com ');
    expect(JSON.parse(stdout)).toEqual({ erased: { conversions: 2, clicks: 1 } });

    for (const { body } of [first, second]) {
      expect(await rows.findOne({ _id: body.data.conversion_id })).toMatchObject({
        customerEmailHash: null,
        customerId: null,
        ip: null,
        userAgent: null,
        metadataText: null,
        valueMinor: 10_000,
        affiliateId: link.affiliateId,
      });
      const { conversion_id: id } = body.data;
      await probe.waitFor(conversionCustomerErased, ({ conversionId }) => conversionId === id);
    }
    const adjusted = await rows.findOne({ _id: first.body.data.conversion_id });
    expect(adjusted?.['adjustments']).toMatchObject([{ amountMinor: 100, metadataText: null }]);
    expect(await rows.findOne({ _id: other.body.data.conversion_id })).toMatchObject({
      customerId: 'c-e3',
      customerEmailHash: expect.any(String),
    });
    const click = await clicks.findOne({ _id: clickId });
    expect(click).toMatchObject({ linkId: link.linkId, visitorId: 'erased' });
    expect(Object.keys(click ?? {})).not.toContain('ip');
    expect(await list()).toEqual(before);
    const again = await privacy('erase', '--email', 'ann@example.com');
    expect(JSON.parse(again.stdout)).toEqual({ erased: { conversions: 0, clicks: 0 } });
    await expect(privacy('erase', '--email', 'ann')).rejects.toMatchObject({ code: 2 });
  });

  it('erases the click of an order whose credit a coupon code has, and dates its address by the click', async () => {
    const { link, campaign } = tracking.aLinkTo();
    const { campaignId, brandId } = campaign;
    const coupon = aCoupon({ campaignId, brandId });
    tracking.others.coupons.push(coupon);
    const clickId = tracking.clickIdOf(await tracking.follow(link.trackingCode));
    const clicks = tracking.collection('clicks');
    await eventually(async () => (await clicks.countDocuments({ _id: clickId })) === 1);
    const { body } = await tracking.call('POST', '/api/track/conversion', {
      body: {
        click_id: clickId,
        transaction_id: 'by-code',
        order_value: 100,
        customer_email: 'cleo@example.com',
        coupon_code: coupon.code,
      },
    });
    const row = await tracking.collection('conversions').findOne({ _id: body.data.conversion_id });
    expect(row).toMatchObject({ clickId: null, affiliateId: coupon.affiliateId });
    const click = await clicks.findOne({ _id: clickId });
    const clickedAt = (click?.['occurredAt'] as Date).getTime();
    expect((row?.['privateUntil'] as Date).getTime()).toBe(clickedAt + 90 * DAY_MS);
    const { stdout } = await privacy('erase', '--email', 'cleo@example.com');
    expect(JSON.parse(stdout)).toEqual({ erased: { conversions: 1, clicks: 1 } });
    expect(await clicks.findOne({ _id: clickId })).toMatchObject({ visitorId: 'erased' });
  });
});
