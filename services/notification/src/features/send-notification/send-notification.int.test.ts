import { randomUUIDv7 } from 'node:crypto';
import {
  aNewUser,
  callerFor,
  type NotificationUnderTest,
  startNotification,
} from '../../testing/start-notification.ts';

const admin = { id: randomUUIDv7(), role: 'admin' as const };

describe('a notification by an administrator', () => {
  let notification: NotificationUnderTest;
  beforeAll(async () => {
    notification = await startNotification();
  });
  afterAll(() => notification.close());

  it('is accepted from administrators only', async () => {
    const user = await notification.createUser();
    const caller = callerFor(user);
    const body = {
      user_id: user.userId,
      notification_type: 'campaign_updated',
      channel: 'in_app',
      title: 'Hello',
      message: 'World',
      action_url: 'https://example.com/x',
      action_label: 'Look',
    };
    const path = '/api/notifications/admin/send';
    const unknown = await notification.call('POST', path, admin, {
      ...body,
      user_id: randomUUIDv7(),
    });
    expect(unknown).toEqual({ status: 404, body: { detail: 'There is no such user' } });

    const fresh = aNewUser();
    notification.accounts.set(fresh.userId, fresh);
    const toFresh = await notification.call('POST', path, admin, {
      ...body,
      user_id: fresh.userId,
    });
    expect(toFresh.status).toBe(200);
    expect(await notification.list(callerFor(fresh))).toHaveLength(1);

    const sent = await notification.call('POST', path, admin, body);
    expect(sent).toMatchObject({ status: 200, body: { success: true } });
    expect(await notification.list(caller)).toMatchObject([
      {
        id: sent.body.notification_id,
        type: 'campaign_updated',
        title: 'Hello',
        message: 'World',
        priority: 'normal',
        action_url: 'https://example.com/x',
        action_label: 'Look',
        status: 'sent',
      },
    ]);
    expect((await notification.call('POST', path, caller, body)).status).toBe(403);
    const aBrand = await notification.createUser({ role: 'brand' });
    for (const invalid of [
      { user_id: aBrand.userId, notification_type: 'commission_earned' },
      { notification_type: 'nonsense' },
      { notification_type: 'test' },
      { channel: 'pigeon' },
      { title: '' },
      { user_id: 'me' },
      { priority: 'huge' },
      { action_url: 'javascript:alert(1)' },
      { action_url: '//evil.example' },
      { action_url: '/\\evil.example' },
    ]) {
      const response = await notification.call('POST', path, admin, { ...body, ...invalid });
      expect([invalid, response.status]).toEqual([invalid, 400]);
    }
  });
});
