import { eventually } from '@tributary/testing';
import { type Campaign, PATIENCE_MS, type Tour } from './tour.ts';

/** What the script of the shop’s pages calls. */
export async function visitShopPages(
  { client, asBrand, callerOf }: Tour,
  { campaignId, trackingCode }: Campaign,
): Promise<void> {
  await callerOf()('GET', '/t/versions');
  await asBrand('PUT', `/api/brand/campaigns/${campaignId}`, { pixel_enabled: true });
  const fromPage = (path: string, body: object) =>
    client.call('POST', path, { body, headers: { origin: 'https://shop.example.com' } });
  const visit = await fromPage('/t/v', {
    tracking_code: trackingCode,
    url: `https://shop.example.com/?via=${trackingCode}&utm_source=blog`,
    referrer: 'https://blog.example.com/',
  });
  const order = { transaction_id: 'web-2001', order_value: '59.90', currency: 'USD' };
  await eventually(
    async () => {
      const { status } = await fromPage('/t/o', { click_id: visit.body.click_id, ...order });
      return status === 200;
    },
    { timeoutMs: PATIENCE_MS },
  );
}
