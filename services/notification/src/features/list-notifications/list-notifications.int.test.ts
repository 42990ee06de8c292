import { randomUUIDv7 } from 'node:crypto';
import { commissionCreated, userRegistered } from '@tributary/contracts';
import { aUser, eventually, type EventProbe, openEventProbe } from '@tributary/testing';
import { startNotification } from '../../testing/start-notification.ts';

const affiliate = () => ({ id: randomUUIDv7(), role: 'affiliate' as const });
const admin = { id: randomUUIDv7(), role: 'admin' as const };

describe('a user’s notifications', () => {
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

  const { list, call } = {
    list: (...args: Parameters<typeof notification.list>) => notification.list(...args),
    call: (...args: Parameters<typeof notification.call>) => notification.call(...args),
  };
  const sendTests = async (who: ReturnType<typeof affiliate>, count: number) => {
    const ids: string[] = [];
    for (let sent = 0; sent < count; sent += 1) {
      const answer = await call('POST', '/api/notifications/test?channel=in_app', who);
      ids.push(answer.body.notification_id);
    }
    return ids;
  };

  it('are listed newest first, in the documented shape', async () => {
    const who = affiliate();
    const ids = await sendTests(who, 3);
    const all = await list(who);
    expect(all.map(({ id }) => id)).toEqual(ids.toReversed());
    expect(all[0]).toEqual({
      id: ids[2],
      type: 'test',
      channel: 'in_app',
      title: 'Test notification',
      message: expect.any(String),
      priority: 'urgent',
      status: 'sent',
      action_url: null,
      action_label: null,
      entity_type: null,
      entity_id: null,
      read_at: null,
      created_at: expect.any(String),
      sent_at: expect.any(String),
      metadata: { category: 'system' },
    });
    expect((await list(who, '?limit=1&offset=1')).map(({ id }) => id)).toEqual([ids[1]]);
    expect(await list(who, '?notification_type=commission_earned')).toEqual([]);
  });

  it('are read once, one by one or all together', async () => {
    const who = affiliate();
    const [first] = await sendTests(who, 3);
    const unread = async () => (await call('GET', '/api/notifications/count', who)).body;
    expect(await unread()).toEqual({ unread_count: 3 });
    const path = `/api/notifications/${String(first)}/read`;
    expect(await call('POST', path, who)).toMatchObject({ status: 200, body: { success: true } });
    expect(await call('POST', path, who)).toEqual({
      status: 404,
      body: { detail: 'Notification not found or already read' },
    });
    expect(await list(who, '?unread_only=true')).toHaveLength(2);
    expect(await call('POST', '/api/notifications/read-all', who)).toMatchObject({
      status: 200,
      body: { success: true, message: expect.any(String), count: 2 },
    });
    expect(await unread()).toEqual({ unread_count: 0 });
  });

  it('are one to read for each event, over however many channels it is told', async () => {
    const user = aUser({ email: `u${randomUUIDv7()}@example.com` });
    const who = { id: user.userId, role: 'affiliate' as const };
    const preferences = '/api/notifications/preferences';
    const earn = () => probe.publish(commissionCreated(notification.aCommission(user.userId)));
    const told = (count: number) => eventually(async () => (await list(who)).length === count);
    const unread = async () => [
      (await call('GET', '/api/notifications/count', who)).body,
      (await list(who, '?unread_only=true')).map(({ channel }) => channel),
    ];
    await probe.publish(userRegistered(user));
    await call('PUT', preferences, who, { sms_enabled: true });
    await earn();
    await told(3);
    expect(await unread()).toEqual([{ unread_count: 1 }, ['in_app']]);
    // Where nothing is shown in the product, the e-mail is what there is to read.
    await call('PUT', preferences, who, { in_app_enabled: false, sms_enabled: false });
    await earn();
    await told(5);
    expect(await unread()).toEqual([{ unread_count: 2 }, ['email', 'in_app']]);
    const all = await call('POST', '/api/notifications/read-all', who);
    expect(all.body).toMatchObject({ count: 2 });
    expect(await unread()).toEqual([{ unread_count: 0 }, []]);
    const left = (await list(who)).filter(({ status, read_at }) => status === 'sent' && !read_at);
    expect(left).toEqual([]);
  });

  it('are removed by their user, and unreachable for others', async () => {
    const [who, other] = [affiliate(), affiliate()];
    const [id] = await sendTests(who, 1);
    for (const [method, path] of [
      ['POST', `/api/notifications/${String(id)}/read`],
      ['DELETE', `/api/notifications/${String(id)}`],
    ] as const) {
      const foreign = await call(method, path, other);
      const absent = await call(method, path.replace(String(id), randomUUIDv7()), other);
      expect(foreign.status).toBe(404);
      expect(foreign).toEqual(absent);
    }
    const removed = await call('DELETE', `/api/notifications/${String(id)}`, who);
    expect(removed).toMatchObject({ status: 200, body: { success: true } });
    expect(await list(who)).toEqual([]);
    expect((await call('DELETE', `/api/notifications/${String(id)}`, who)).status).toBe(404);
  });

  it('are nobody’s who is not signed in', async () => {
    for (const path of ['', '/count', '/preferences']) {
      expect(await call('GET', `/api/notifications${path}`)).toEqual({
        status: 401,
        body: { detail: 'Not authenticated' },
      });
    }
  });

  it('refuse wrong questions with the detail', async () => {
    const who = affiliate();
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
      const answer = await call(method, `/api/notifications${path}`, who);
      expect([path, answer]).toEqual([path, { status: 400, body: { detail: expect.any(String) } }]);
    }
    expect((await call('POST', '/api/notifications/nonsense/read', who)).status).toBe(404);
  });

  it('come as the preferences want them', async () => {
    const who = affiliate();
    const before = await call('GET', '/api/notifications/preferences', who);
    expect(before).toEqual({
      status: 200,
      body: {
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
      quiet_hours_timezone: 'Europe/Berlin',
      dnd_start: '2026-05-01T10:00:00+02:00',
    };
    const changed = await call('PUT', '/api/notifications/preferences', who, change);
    const after = { ...before.body, ...change, dnd_start: '2026-05-01T08:00:00.000Z' };
    expect(changed).toEqual({
      status: 200,
      body: { success: true, message: expect.any(String), preferences: after },
    });
    expect((await call('GET', '/api/notifications/preferences', who)).body).toEqual(after);
    const sent = await call('POST', '/api/notifications/test?channel=email', who);
    expect(sent).toMatchObject({ status: 200, body: { success: true } });
    expect((await list(who))[0]).toMatchObject({
      id: sent.body.notification_id,
      status: 'suppressed',
      metadata: { reason: 'email_disabled' },
    });
    expect((await call('GET', '/api/notifications/count', who)).body).toEqual({ unread_count: 0 });
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
  ])('refuse the preferences %j', async (change) => {
    const answer = await call('PUT', '/api/notifications/preferences', affiliate(), change);
    expect(answer).toEqual({ status: 400, body: { detail: expect.any(String) } });
  });

  it('can be sent by an administrator, and by nobody else', async () => {
    const user = aUser();
    const who = { id: user.userId, role: 'affiliate' as const };
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
    const unknown = await call('POST', path, admin, body);
    expect(unknown).toEqual({ status: 404, body: { detail: 'There is no such user' } });

    await probe.publish(userRegistered(user));
    await eventually(() => notification.deps().contacts.find(user.userId));
    const sent = await call('POST', path, admin, body);
    expect(sent).toMatchObject({ status: 200, body: { success: true } });
    expect(await list(who)).toMatchObject([
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
    expect((await call('POST', path, who, body)).status).toBe(403);
    const aBrand = aUser({ role: 'brand' });
    await probe.publish(userRegistered(aBrand));
    await eventually(() => notification.deps().contacts.find(aBrand.userId));
    for (const wrong of [
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
      const answer = await call('POST', path, admin, { ...body, ...wrong });
      expect([wrong, answer.status]).toEqual([wrong, 400]);
    }
  });
});
