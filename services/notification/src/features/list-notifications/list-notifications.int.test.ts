import { randomUUIDv7 } from 'node:crypto';
import { commissionCreated, userRegistered } from '@tributary/contracts';
import { aUser, eventually } from '@tributary/testing';
import {
  aCommission,
  type NotificationUnderTest,
  startNotification,
} from '../../testing/start-notification.ts';

const affiliate = () => ({ id: randomUUIDv7(), role: 'affiliate' as const });

describe('a user’s notifications', () => {
  let notification: NotificationUnderTest;
  beforeAll(async () => {
    notification = await startNotification();
  });
  afterAll(async () => {
    await notification.close();
  });

  const { list, call } = {
    list: (...args: Parameters<typeof notification.list>) => notification.list(...args),
    call: (...args: Parameters<typeof notification.call>) => notification.call(...args),
  };
  const sendTests = async (caller: ReturnType<typeof affiliate>, count: number) => {
    const ids: string[] = [];
    for (let sent = 0; sent < count; sent += 1) {
      const response = await call('POST', '/api/notifications/test?channel=in_app', caller);
      ids.push(response.body.notification_id);
    }
    return ids;
  };

  it('are listed newest first, in the documented shape', async () => {
    const caller = affiliate();
    const ids = await sendTests(caller, 3);
    const all = await list(caller);
    expect(all.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(all[0]).toEqual({
      id: ids[2],
      type: 'test',
      channel: 'in_app',
      title: 'Test notification',
      message: expect.any(String),
      priority: 'urgent',
      status: 'sent',
      action_url: expect.stringMatching(/^http.*\/api\/notifications\/preferences$/),
      action_label: 'Open the settings',
      entity_type: null,
      entity_id: null,
      read_at: null,
      created_at: expect.any(String),
      sent_at: expect.any(String),
      metadata: { category: 'system' },
    });
    expect((await list(caller, '?limit=1&offset=1')).map(({ id }) => id)).toEqual([ids[1]]);
    expect(await list(caller, '?notification_type=commission_earned')).toEqual([]);
  });

  it('are marked as read one by one or all together', async () => {
    const caller = affiliate();
    const [first] = await sendTests(caller, 3);
    const unread = async () => (await call('GET', '/api/notifications/count', caller)).body;
    expect(await unread()).toEqual({ unread_count: 3 });
    const path = `/api/notifications/${String(first)}/read`;
    expect(await call('POST', path, caller)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await call('POST', path, caller)).toEqual({
      status: 404,
      body: { detail: 'Notification not found or already read' },
    });
    expect(await list(caller, '?unread_only=true')).toHaveLength(2);
    expect(await call('POST', '/api/notifications/read-all', caller)).toMatchObject({
      status: 200,
      body: { success: true, message: expect.any(String), count: 2 },
    });
    expect(await unread()).toEqual({ unread_count: 0 });
  });

  it('count once per event, however many channels deliver them', async () => {
    const user = aUser({ email: `u${randomUUIDv7()}@example.com` });
    const caller = { id: user.userId, role: 'affiliate' as const };
    const preferences = '/api/notifications/preferences';
    const earn = () => notification.publish(commissionCreated(aCommission(user.userId)));
    const waitForCount = (count: number) =>
      eventually(async () => (await list(caller)).length === count);
    const unread = async () => [
      (await call('GET', '/api/notifications/count', caller)).body,
      (await list(caller, '?unread_only=true')).map(({ channel }) => channel),
    ];
    await notification.publish(userRegistered(user));
    await call('PUT', preferences, caller, { sms_enabled: true });
    await earn();
    await waitForCount(3);
    expect(await unread()).toEqual([{ unread_count: 1 }, ['in_app']]);
    // Without an in_app notification, the e-mail counts.
    await call('PUT', preferences, caller, { in_app_enabled: false, sms_enabled: false });
    await earn();
    await waitForCount(5);
    expect(await unread()).toEqual([{ unread_count: 2 }, ['email', 'in_app']]);
    const all = await call('POST', '/api/notifications/read-all', caller);
    expect(all.body).toMatchObject({ count: 2 });
    expect(await unread()).toEqual([{ unread_count: 0 }, []]);
    const left = (await list(caller)).filter(
      ({ status, read_at }) => status === 'sent' && !read_at,
    );
    expect(left).toEqual([]);
  });

  it('can be removed by their user only', async () => {
    const [caller, other] = [affiliate(), affiliate()];
    const [id] = await sendTests(caller, 1);
    const [listed] = await list(caller);
    const path = `/api/notifications/${String(id)}`;
    expect(await call('GET', path, caller)).toMatchObject({ status: 200, body: listed });
    for (const [method, path] of [
      ['GET', `/api/notifications/${String(id)}`],
      ['POST', `/api/notifications/${String(id)}/read`],
      ['DELETE', `/api/notifications/${String(id)}`],
    ] as const) {
      const foreign = await call(method, path, other);
      const absent = await call(method, path.replace(String(id), randomUUIDv7()), other);
      expect(foreign.status).toBe(404);
      expect(foreign).toEqual(absent);
    }
    const removed = await call('DELETE', `/api/notifications/${String(id)}`, caller);
    expect(removed).toMatchObject({ status: 200, body: { success: true } });
    expect(await list(caller)).toEqual([]);
    expect((await call('GET', path, caller)).status).toBe(404);
    expect((await call('DELETE', `/api/notifications/${String(id)}`, caller)).status).toBe(404);
  });

  it('require a sign-in', async () => {
    for (const path of ['', '/count', '/preferences']) {
      expect(await call('GET', `/api/notifications${path}`)).toEqual({
        status: 401,
        body: { detail: 'Not authenticated' },
      });
    }
  });

  it('refuse invalid requests with a detail', async () => {
    const caller = affiliate();
    for (const [method, path] of [
      ['GET', '?limit=0'],
      ['GET', '?limit=101'],
      ['GET', '?offset=-1'],
      ['GET', '?unread_only=maybe'],
      ['GET', '?notification_type=nonsense'],
      ['GET', '?status[$ne]=sent'],
      ['POST', '/test'],
      ['POST', '/test?channel=pigeon'],
    ] as const) {
      const response = await call(method, `/api/notifications${path}`, caller);
      expect([path, response]).toEqual([
        path,
        { status: 400, body: { detail: expect.any(String) } },
      ]);
    }
    expect((await call('POST', '/api/notifications/nonsense/read', caller)).status).toBe(404);
  });
});
