import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { type Body } from '../client.ts';
import { ofOne, PATIENCE_MS, type Tour } from './tour.ts';

/** Endpoints with deliveries that succeed and fail, and postbacks. */
export async function visitWebhooks(tour: Tour): Promise<void> {
  const { system, asBrand, asAffiliate, brand, client } = tour;
  const url = `${system.sandboxUrl}/receiver/${randomUUID()}`;
  const endpoints = '/api/webhooks/endpoints';
  // It answers 404, so that a delivery fails and can be retried.
  const gone = `${system.sandboxUrl}/nowhere`;
  for (const address of [url, gone]) {
    const events = ['campaign.updated'];
    const made = await asBrand('POST', endpoints, { url: address, events });
    const endpoint = `${endpoints}/${String(made.data?.id)}`;
    await asBrand('POST', `${endpoint}/test`, { event_type: 'campaign.updated' });
    const isDelivered = ({ data }: Body): boolean => data.events.length > 0;
    const call = { token: brand.token };
    const { data } = await client.until(`${endpoint}/events`, call, isDelivered, PATIENCE_MS);
    const delivery = `${endpoint}/events/${String(data.events[0].id)}`;
    await asBrand('GET', delivery);
    if (address === gone) await asBrand('POST', `${delivery}/retry`, {});
  }
  await asBrand('GET', '/api/webhooks/analytics');
  await asAffiliate('POST', '/api/webhooks/postbacks/dry-run', {
    url: `${system.sandboxUrl}/receiver/network?click={click_id}&payout={amount}`,
  });
  const postback = { url: `${system.sandboxUrl}/receiver/${randomUUID()}?click={click_id}` };
  await asAffiliate('POST', '/api/webhooks/postbacks', postback);
}

/** Reports, exports in the background, and schedules. */
export async function visitReports({ asBrand, asAffiliate }: Tour): Promise<void> {
  const schedule = { format: 'csv', frequency: 'weekly', timezone: 'Europe/Berlin', hour: 8 };
  const reports = '/api/affiliate-reports/schedules';
  await asAffiliate('POST', reports, { ...schedule, kind: 'campaign' });
  await asBrand('POST', '/api/brand/reports/schedules', { ...schedule, kind: 'affiliates' });
  for (const kind of ['conversions', 'commissions', 'payouts_due', 'affiliates']) {
    await asBrand('GET', `/api/brand/reports?kind=${kind}&per_page=2`);
  }
  await asAffiliate('GET', '/api/affiliate-reports?kind=campaign');
  const ofBrand = await asBrand('GET', '/api/brand/reports/export?kind=affiliates&format=excel');
  await asBrand('GET', ofOne(ofBrand.report_id, '/api/brand/reports/exports/:id'));
  const own = await asAffiliate('GET', '/api/affiliate-reports/export?kind=campaign&format=pdf');
  await asAffiliate('GET', ofOne(own.report_id, '/api/affiliate-reports/exports/:id'));
}

/** Notifications, their settings and browsers, and announcements. */
export async function visitNotifications({ asAffiliate, asAdmin }: Tour): Promise<void> {
  await asAdmin('POST', '/api/admin/announcements', {
    kind: 'maintenance',
    title: 'Maintenance on Sunday',
    message: 'The system is not available from 02:00 to 02:15 UTC.',
  });
  await asAffiliate('PUT', '/api/notifications/preferences', { email_frequency: 'daily' });
  await asAffiliate('POST', '/api/notifications/test?channel=in_app', {});
  await asAffiliate('POST', '/api/notifications/read-all', {});
  const ecdh = createECDH('prime256v1');
  const { id } = await asAffiliate('POST', '/api/notifications/push-subscriptions', {
    endpoint: 'https://fcm.googleapis.com/fcm/send/sample',
    keys: {
      p256dh: ecdh.generateKeys().toString('base64url'),
      auth: randomBytes(16).toString('base64url'),
    },
  });
  await asAffiliate('DELETE', ofOne(id, '/api/notifications/push-subscriptions/:id'));
}
