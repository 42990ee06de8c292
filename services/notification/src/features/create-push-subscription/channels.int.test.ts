import { randomUUIDv7 } from 'node:crypto';
import {
  commissionCreated,
  userRegistered,
  userUpdated,
  type UserSnapshot,
} from '@tributary/contracts';
import { aUser, eventually, type EventProbe, openEventProbe } from '@tributary/testing';
import { openBrowser } from '../../testing/browser.ts';
import { startNotification } from '../../testing/start-notification.ts';

let notification: Awaited<ReturnType<typeof startNotification>>;
let probe: EventProbe;
beforeAll(async () => {
  notification = await startNotification();
  probe = await openEventProbe(notification.env, ['webhook.endpoints']);
});
afterAll(async () => {
  await probe.close();
  await notification.close();
});

const whoIs = ({ userId, role }: UserSnapshot) => ({ id: userId, role });
const somebody = async (given: Partial<UserSnapshot> = {}): Promise<UserSnapshot> => {
  const user = aUser({ email: `u${randomUUIDv7()}@example.com`, ...given });
  await probe.publish(userRegistered(user));
  await eventually(() => notification.deps().contacts.find(user.userId));
  return user;
};
const earn = (user: UserSnapshot) =>
  probe.publish(commissionCreated(notification.aCommission(user.userId)));
/** A user's notifications over a channel, once none of them waits. */
const settled = (user: UserSnapshot, channel: string, count = 1) =>
  eventually(async () => {
    const all = await notification.list(whoIs(user));
    const found = all.filter((one) => one.channel === channel);
    const isDone = found.length >= count && found.every(({ status }) => status !== 'queued');
    return isDone ? found : undefined;
  });
const preferencesOf = async (user: UserSnapshot) =>
  (await notification.call('GET', '/api/notifications/preferences', whoIs(user)))
    .body as unknown as Record<string, unknown>;

describe('push messages', () => {
  const path = '/api/notifications/push-subscriptions';
  const browserAt = (name: string) => openBrowser(`${notification.sandboxUrl}/push/${name}`);

  it('reach every browser of a user, readable by it alone, signed as us', async () => {
    const user = await somebody();
    const names = [randomUUIDv7(), randomUUIDv7()] as const;
    const browsers = names.map(browserAt);
    for (const { subscription } of browsers) {
      const made = await notification.call('POST', path, whoIs(user), subscription);
      expect(made).toMatchObject({
        status: 201,
        body: { id: expect.any(String), endpoint: subscription.endpoint },
      });
    }
    expect(await preferencesOf(user)).toMatchObject({ push_enabled: true });
    await earn(user);
    const [pushed] = await settled(user, 'push');
    expect(pushed).toMatchObject({ status: 'sent', type: 'commission_earned' });
    for (const [index, browser] of browsers.entries()) {
      const [push] = await notification.pushes(names[index]!);
      expect(browser.decrypt(push!.body_base64)).toEqual({
        id: pushed!.id,
        type: 'commission_earned',
        title: 'You earned 12.00 USD',
        message: expect.stringContaining('Spring sale'),
        url: null,
      });
      expect(push!.headers).toMatchObject({
        'content-encoding': 'aes128gcm',
        ttl: '86400',
        urgency: 'normal',
        topic: pushed!.id.replaceAll('-', ''),
      });
      const { authorization = '' } = push!.headers;
      const key = await notification.call('GET', '/api/notifications/push-key', whoIs(user));
      expect(authorization).toContain(`k=${key.body.public_key}`);
      const payload = /t=[^.]+\.([^.]+)/.exec(authorization)?.[1] ?? '';
      const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
      expect(claims).toMatchObject({ aud: notification.sandboxUrl, sub: expect.any(String) });
    }
  });

  it('forget a browser that has unsubscribed, and say so when none is left', async () => {
    const user = await somebody();
    const { subscription } = browserAt(`gone-${randomUUIDv7()}`);
    await notification.call('POST', path, whoIs(user), subscription);
    await earn(user);
    expect(await settled(user, 'push')).toMatchObject([
      { status: 'suppressed', metadata: { reason: 'no_push_subscription' } },
    ]);
    expect((await notification.call('GET', path, whoIs(user))).body).toEqual([]);
  });

  it('are registered once per browser, and unregistered by their user alone', async () => {
    const [user, other] = [await somebody(), await somebody()];
    const { subscription } = browserAt(randomUUIDv7());
    const first = await notification.call('POST', path, whoIs(user), subscription);
    const again = await notification.call('POST', path, whoIs(user), subscription);
    expect(again.body.id).toBe(first.body.id);
    const one = `${path}/${first.body.id}`;
    expect((await notification.call('DELETE', one, whoIs(other))).status).toBe(404);
    expect((await notification.call('DELETE', one, whoIs(user))).status).toBe(200);
    expect((await notification.call('DELETE', one, whoIs(user))).status).toBe(404);
  });

  it('are refused where they could not arrive, or would arrive inside', async () => {
    const user = await somebody();
    const { subscription } = browserAt('x');
    const wrong = [
      { ...subscription, endpoint: 'http://example.com/push' },
      { ...subscription, endpoint: 'https://127.0.0.1/push' },
      { ...subscription, endpoint: 'https://[::ffff:10.0.0.1]/push' },
      { ...subscription, endpoint: 'https://metadata.google.internal/' },
      { ...subscription, keys: { ...subscription.keys, p256dh: 'AAAA' } },
      { ...subscription, keys: { ...subscription.keys, auth: 'AAAA' } },
      { endpoint: subscription.endpoint },
    ];
    for (const body of wrong) {
      const answer = await notification.call('POST', path, whoIs(user), body);
      expect([body, answer]).toEqual([body, { status: 400, body: { detail: expect.any(String) } }]);
    }
  });
});

describe('an e-mail’s unsubscribe link', () => {
  const linkOf = async (user: UserSnapshot): Promise<string> => {
    await earn(user);
    await settled(user, 'email');
    const [email] = await notification.emails(user.email);
    expect(email!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click');
    const header = email!.headers['list-unsubscribe'] ?? '';
    const url = /^<(.+)>$/.exec(header)?.[1] ?? '';
    expect(email!.text).toContain(url);
    expect(email!.html).toContain(url);
    return `${notification.service.url}${new URL(url).pathname}${new URL(url).search}`;
  };

  it('asks when it is opened, and switches e-mails off with one click', async () => {
    const user = await somebody();
    const link = await linkOf(user);
    const opened = await fetch(link);
    expect(opened.headers.get('content-type')).toContain('text/html');
    expect(await opened.text()).toContain('<form method="post">');
    expect(await preferencesOf(user)).toMatchObject({ email_enabled: true });

    // What a mail program sends: a form, no cookie, no sign-in.
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    const clicked = await fetch(link, { method: 'POST', body });
    expect(clicked.status).toBe(200);
    expect(await preferencesOf(user)).toMatchObject({ email_enabled: false });
    await earn(user);
    const emails = await settled(user, 'email', 2);
    expect(emails[0]).toMatchObject({
      status: 'suppressed',
      metadata: { reason: 'email_disabled' },
    });
  });

  it('does nothing where it is not one of ours', async () => {
    const link = await linkOf(await somebody());
    for (const wrong of [`${link}x`, link.slice(0, -3), link.replace(/token=.*/, 'token=')]) {
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(wrong, { method });
        expect([answer.status, await answer.json()]).toEqual([400, { detail: expect.any(String) }]);
      }
    }
  });
});

describe('a hard bounce', () => {
  it('switches e-mails off and says so, until there is another address', async () => {
    const user = await somebody({ email: `bounce@${randomUUIDv7()}.example.com` });
    await earn(user);
    expect(await settled(user, 'email')).toMatchObject([
      { status: 'failed', metadata: { reason: 'smtp_550' } },
    ]);
    expect(await preferencesOf(user)).toMatchObject({ email_enabled: false });
    const told = await eventually(async () => {
      const all = await notification.list(whoIs(user), '?notification_type=channel_switched_off');
      return all.length > 0 ? all : undefined;
    });
    expect(told).toMatchObject([{ channel: 'in_app', title: 'E-mails do not reach you' }]);

    // Another wish makes the switching off no wish of his.
    const path = '/api/notifications/preferences';
    const zone = { quiet_hours_timezone: 'Europe/Berlin' };
    expect(
      (await notification.call('PUT', path, whoIs(user), zone)).body.preferences,
    ).toMatchObject({
      ...zone,
      email_enabled: false,
    });
    const address = { ...user, email: `u${randomUUIDv7()}@example.com` };
    await probe.publish(userUpdated(address));
    await eventually(async () => (await preferencesOf(user))['email_enabled'] === true);
    await earn(user);
    await eventually(async () => (await notification.emails(address.email)).length === 1);
  });

  it('is forgotten for a user who switches e-mails on again; what he switched off stays off', async () => {
    const user = await somebody({ email: `bounce@${randomUUIDv7()}.example.com` });
    const path = '/api/notifications/preferences';
    await earn(user);
    await eventually(async () => (await preferencesOf(user))['email_enabled'] === false);
    const on = await notification.call('PUT', path, whoIs(user), { email_enabled: true });
    expect(on.body.preferences).toMatchObject({ email_enabled: true });
    await earn(user);
    await eventually(async () => (await preferencesOf(user))['email_enabled'] === false);

    await notification.call('PUT', path, whoIs(user), { email_enabled: false });
    const address = { ...user, email: `u${randomUUIDv7()}@example.com` };
    await probe.publish(userUpdated(address));
    await eventually(async () => {
      const contact = await notification.deps().contacts.find(user.userId);
      return contact?.email === address.email;
    });
    expect(await preferencesOf(user)).toMatchObject({ email_enabled: false });
  });

  it('of a telephone number switches text messages off', async () => {
    const user = await somebody({ phone: '+15005550001' });
    const path = '/api/notifications/preferences';
    await notification.call('PUT', path, whoIs(user), { sms_enabled: true });
    await earn(user);
    expect(await settled(user, 'sms')).toMatchObject([
      { status: 'failed', metadata: { reason: 'sms_400' } },
    ]);
    expect(await preferencesOf(user)).toMatchObject({ sms_enabled: false, email_enabled: true });
  });
});
