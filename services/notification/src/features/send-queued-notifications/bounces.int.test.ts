import { randomUUIDv7 } from 'node:crypto';
import { userUpdated } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import {
  callerFor,
  type NotificationUnderTest,
  startNotification,
} from '../../testing/start-notification.ts';
import { preferencesOf, waitForSent } from '../../testing/wait-for-sent.ts';

let notification: NotificationUnderTest;
beforeAll(async () => {
  notification = await startNotification();
});
afterAll(() => notification.close());

describe('a hard bounce', () => {
  it('disables e-mails and notifies the user, until the address changes', async () => {
    const user = await notification.createUser({ email: `bounce@${randomUUIDv7()}.example.com` });
    await notification.earnCommission(user);
    expect(await waitForSent(notification, user, 'email')).toMatchObject([
      { status: 'failed', metadata: { reason: 'smtp_550' } },
    ]);
    expect(await preferencesOf(notification, user)).toMatchObject({ email_enabled: false });
    const notices = await eventually(async () => {
      const all = await notification.list(
        callerFor(user),
        '?notification_type=channel_switched_off',
      );
      return all.length > 0 ? all : undefined;
    });
    expect(notices).toMatchObject([{ channel: 'in_app', title: 'E-mails do not reach you' }]);

    // An update of other preferences does not store the disabled channel.
    const path = '/api/notifications/preferences';
    const zone = { quiet_hours_timezone: 'Europe/Berlin' };
    expect(
      (await notification.call('PUT', path, callerFor(user), zone)).body.preferences,
    ).toMatchObject({
      ...zone,
      email_enabled: false,
    });
    const address = { ...user, email: `u${randomUUIDv7()}@example.com` };
    await notification.publish(userUpdated(address));
    await eventually(
      async () => (await preferencesOf(notification, user))['email_enabled'] === true,
    );
    await notification.earnCommission(user);
    await eventually(async () => (await notification.emails(address.email)).length === 1);
  });

  it('is cleared when the user enables e-mails again; e-mails that the user disabled stay disabled', async () => {
    const user = await notification.createUser({ email: `bounce@${randomUUIDv7()}.example.com` });
    const path = '/api/notifications/preferences';
    await notification.earnCommission(user);
    await eventually(
      async () => (await preferencesOf(notification, user))['email_enabled'] === false,
    );
    const on = await notification.call('PUT', path, callerFor(user), { email_enabled: true });
    expect(on.body.preferences).toMatchObject({ email_enabled: true });
    await notification.earnCommission(user);
    await eventually(
      async () => (await preferencesOf(notification, user))['email_enabled'] === false,
    );

    await notification.call('PUT', path, callerFor(user), { email_enabled: false });
    const address = { ...user, email: `u${randomUUIDv7()}@example.com` };
    await notification.publish(userUpdated(address));
    await eventually(async () => {
      const contact = await notification.deps().contacts.find(user.userId);
      return contact?.email === address.email;
    });
    expect(await preferencesOf(notification, user)).toMatchObject({ email_enabled: false });
  });

  it('of a telephone number disables text messages', async () => {
    const user = await notification.createUser({ phone: '+15005550001' });
    const path = '/api/notifications/preferences';
    await notification.call('PUT', path, callerFor(user), { sms_enabled: true });
    await notification.earnCommission(user);
    expect(await waitForSent(notification, user, 'sms')).toMatchObject([
      { status: 'failed', metadata: { reason: 'sms_400' } },
    ]);
    expect(await preferencesOf(notification, user)).toMatchObject({
      sms_enabled: false,
      email_enabled: true,
    });
  });
});
