import { randomUUIDv7 } from 'node:crypto';
import { memberAdded, memberRemoved } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { openBrowser } from '../../testing/browser.ts';
import {
  callerFor,
  type NotificationUnderTest,
  startNotification,
} from '../../testing/start-notification.ts';
import { preferencesOf, waitForSent } from '../../testing/wait-for-sent.ts';

let notification: NotificationUnderTest;
beforeAll(async () => {
  notification = await startNotification({ CONSOLE_URL: 'https://app.example.com' });
});
afterAll(() => notification.close());

describe('push messages', () => {
  const path = '/api/notifications/push-subscriptions';
  const browserAt = (name: string) => openBrowser(`${notification.sandboxUrl}/push/${name}`);

  it('reach every browser of a user, encrypted for that browser and signed with the VAPID key', async () => {
    const user = await notification.createUser();
    const names = [randomUUIDv7(), randomUUIDv7()] as const;
    const browsers = names.map(browserAt);
    for (const { subscription } of browsers) {
      const made = await notification.call('POST', path, callerFor(user), subscription);
      expect(made).toMatchObject({
        status: 201,
        body: { id: expect.any(String), endpoint: subscription.endpoint },
      });
    }
    expect(await preferencesOf(notification, user)).toMatchObject({ push_enabled: true });
    await notification.earnCommission(user);
    const [pushed] = await waitForSent(notification, user, 'push');
    expect(pushed).toMatchObject({ status: 'sent', type: 'commission_earned' });
    for (const [index, browser] of browsers.entries()) {
      const [push] = await notification.pushes(names[index]!);
      expect(browser.decrypt(push!.body_base64)).toEqual({
        id: pushed!.id,
        type: 'commission_earned',
        title: 'You earned $12.00',
        message: expect.stringContaining('Spring sale'),
        url: expect.stringMatching(/^https:\/\/app\.example\.com\/commissions\/[0-9a-f-]{36}$/),
        label: 'See the commission',
      });
      expect(push!.headers).toMatchObject({
        'content-encoding': 'aes128gcm',
        ttl: '86400',
        urgency: 'normal',
        topic: pushed!.id.replaceAll('-', ''),
      });
      const { authorization = '' } = push!.headers;
      const key = await notification.call('GET', '/api/notifications/push-key', callerFor(user));
      expect(authorization).toContain(`k=${key.body.public_key}`);
      const payload = /t=[^.]+\.([^.]+)/.exec(authorization)?.[1] ?? '';
      const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString());
      expect(claims).toMatchObject({ aud: notification.sandboxUrl, sub: expect.any(String) });
    }
  });

  it('drop a browser that has unsubscribed, and are suppressed when none remains', async () => {
    const user = await notification.createUser();
    const { subscription } = browserAt(`gone-${randomUUIDv7()}`);
    await notification.call('POST', path, callerFor(user), subscription);
    await notification.earnCommission(user);
    expect(await waitForSent(notification, user, 'push')).toMatchObject([
      { status: 'suppressed', metadata: { reason: 'no_push_subscription' } },
    ]);
    expect((await notification.call('GET', path, callerFor(user))).body).toEqual([]);
  });

  it('end for a member who is removed, also where the token is still valid, until the member is back', async () => {
    const owner = await notification.createUser({ role: 'brand' });
    const memberId = randomUUIDv7();
    const member = { ...callerFor(owner), member: { id: memberId, role: 'manager' as const } };
    const { subscription } = browserAt(randomUUIDv7());
    const own = browserAt(randomUUIDv7()).subscription;
    const subscribe = () => notification.call('POST', path, member, subscription);
    const listed = async (): Promise<unknown[]> => {
      const { body } = await notification.call('GET', path, callerFor(owner));
      return body as unknown as unknown[];
    };
    expect((await notification.call('POST', path, callerFor(owner), own)).status).toBe(201);
    expect((await subscribe()).status).toBe(201);
    expect(await listed()).toHaveLength(2);

    const membership = { accountId: owner.userId, memberId, memberRole: 'manager' as const };
    const removedAt = new Date().toISOString();
    await notification.publish(memberRemoved({ ...membership, removedAt }));
    await eventually(async () => (await listed()).length === 1);
    expect(await listed()).toMatchObject([{ endpoint: own.endpoint }]);
    expect((await subscribe()).status).toBe(403);
    expect(await listed()).toHaveLength(1);

    const joined = { ...membership, accountRole: 'brand' as const, joinedAt: removedAt };
    await notification.publish(memberAdded(joined));
    await eventually(async () => (await subscribe()).status === 201);
  });

  it('have one subscription per browser, which only its user can delete', async () => {
    const [user, other] = [await notification.createUser(), await notification.createUser()];
    const { subscription } = browserAt(randomUUIDv7());
    const first = await notification.call('POST', path, callerFor(user), subscription);
    const again = await notification.call('POST', path, callerFor(user), subscription);
    expect(again.body.id).toBe(first.body.id);
    const one = `${path}/${first.body.id}`;
    expect((await notification.call('DELETE', one, callerFor(other))).status).toBe(404);
    expect((await notification.call('DELETE', one, callerFor(user))).status).toBe(200);
    expect((await notification.call('DELETE', one, callerFor(user))).status).toBe(404);
  });

  it('refuse a subscription with invalid keys or a private address', async () => {
    const user = await notification.createUser();
    const { subscription } = browserAt('x');
    const invalid = [
      { ...subscription, endpoint: 'http://example.com/push' },
      { ...subscription, endpoint: 'https://127.0.0.1/push' },
      { ...subscription, endpoint: 'https://[::ffff:10.0.0.1]/push' },
      { ...subscription, endpoint: 'https://metadata.google.internal/' },
      { ...subscription, keys: { ...subscription.keys, p256dh: 'AAAA' } },
      { ...subscription, keys: { ...subscription.keys, auth: 'AAAA' } },
      { endpoint: subscription.endpoint },
    ];
    for (const body of invalid) {
      const response = await notification.call('POST', path, callerFor(user), body);
      expect([body, response]).toEqual([
        body,
        { status: 400, body: { detail: expect.any(String) } },
      ]);
    }
  });
});
