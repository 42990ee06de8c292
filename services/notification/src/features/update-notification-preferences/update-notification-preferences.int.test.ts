import { randomUUIDv7 } from 'node:crypto';
import { type NotificationUnderTest, startNotification } from '../../testing/start-notification.ts';

const affiliate = () => ({ id: randomUUIDv7(), role: 'affiliate' as const });

describe('notification preferences', () => {
  let notification: NotificationUnderTest;
  beforeAll(async () => {
    notification = await startNotification();
  });
  afterAll(() => notification.close());

  it('are saved, returned, and applied to the next notification', async () => {
    const caller = affiliate();
    const before = await notification.call('GET', '/api/notifications/preferences', caller);
    expect(before).toEqual({
      status: 200,
      body: {
        locale: 'en',
        category_channels: expect.objectContaining({
          campaign: { email: true, push: true, sms: true, in_app: true },
        }),
        email_enabled: true,
        email_frequency: 'instant',
        push_enabled: false,
        sms_enabled: false,
        in_app_enabled: true,
        quiet_hours_enabled: false,
        quiet_hours_start: null,
        quiet_hours_end: null,
        quiet_hours_timezone: 'UTC',
        dnd_enabled: false,
        dnd_start: null,
        dnd_end: null,
      },
    });
    const change = {
      email_enabled: false,
      quiet_hours_enabled: true,
      quiet_hours_start: '22:00',
      quiet_hours_end: '07:30',
      quiet_hours_timezone: 'America/Mexico_City',
      locale: 'es-MX',
      dnd_start: '2026-05-01T10:00:00+02:00',
    };
    const changed = await notification.call(
      'PUT',
      '/api/notifications/preferences',
      caller,
      change,
    );
    const after = { ...before.body, ...change, dnd_start: '2026-05-01T08:00:00.000Z' };
    expect(changed).toEqual({
      status: 200,
      body: { success: true, message: expect.any(String), preferences: after },
    });
    expect((await notification.call('GET', '/api/notifications/preferences', caller)).body).toEqual(
      after,
    );
    const sent = await notification.call('POST', '/api/notifications/test?channel=email', caller);
    expect(sent).toMatchObject({ status: 200, body: { success: true } });
    expect((await notification.list(caller))[0]).toMatchObject({
      id: sent.body.notification_id,
      status: 'suppressed',
      metadata: { reason: 'email_disabled' },
    });
    expect((await notification.call('GET', '/api/notifications/count', caller)).body).toEqual({
      unread_count: 0,
    });
  });

  it.each([
    [{ email_frequency: 'hourly' }],
    [{ quiet_hours_start: '24:00' }],
    [{ quiet_hours_start: '9:00' }],
    [{ quiet_hours_timezone: 'Mars/Olympus' }],
    [{ quiet_hours_enabled: true }],
    [{ dnd_enabled: true, dnd_start: '2026-05-01T10:00:00Z', dnd_end: '2026-05-01T10:00:00Z' }],
    [{ email_enabled: 'yes' }],
    [{ colour: 'red' }],
    [{ locale: 'fr' }],
    [{ locale: 'de-at' }],
    [{ category_channels: { security: { email: false } } }],
    [{ category_channels: { campaign: { fax: true } } }],
  ])('refuse %j', async (change) => {
    const response = await notification.call(
      'PUT',
      '/api/notifications/preferences',
      affiliate(),
      change,
    );
    expect(response).toEqual({ status: 400, body: { detail: expect.any(String) } });
  });
});
