import { randomUUIDv7 } from 'node:crypto';
import { commissionCreated, userRegistered } from '@tributary/contracts';
import { memberTokensOf, revokeTokens } from '@tributary/service';
import { aUser, eventually } from '@tributary/testing';
import { openEventStream } from '../../testing/open-event-stream.ts';
import {
  aCommission,
  type NotificationUnderTest,
  startNotification,
} from '../../testing/start-notification.ts';

const affiliate = (id: string = randomUUIDv7()) => ({ id, role: 'affiliate' as const });

describe('the stream of notifications', () => {
  let notification: NotificationUnderTest;
  let second: Awaited<ReturnType<typeof notification.startAnother>>;
  beforeAll(async () => {
    notification = await startNotification();
    second = await notification.startAnother();
  });
  afterAll(async () => {
    await second.close();
    await notification.close();
  });

  const openStream = (
    caller: ReturnType<typeof affiliate>,
    lastEventId?: string,
    url = notification.service.url,
  ) =>
    openEventStream(`${url}/api/notifications/stream`, {
      ...notification.headersFor(caller),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    });
  const sendTest = async (caller: ReturnType<typeof affiliate>): Promise<string> =>
    (await notification.call('POST', '/api/notifications/test?channel=in_app', caller)).body
      .notification_id;

  it('sends new notifications as in the list, and none of other users', async () => {
    const [caller, other] = [affiliate(), affiliate()];
    await sendTest(caller);
    const stream = await openStream(caller);
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toContain('text/event-stream');
    await sendTest(other);
    const id = await sendTest(caller);
    await eventually(() => stream.events.length === 1);
    const [shown] = await notification.list(caller);
    expect(shown?.id).toBe(id);
    expect(stream.events).toEqual([
      { id: expect.stringContaining(id), event: 'notification', data: shown },
    ]);
    stream.close();
    await eventually(() => notification.deps().pubsub.subscriberCount(caller.id) === 0);
  });

  it('sends a notification from another instance at once', async () => {
    const caller = affiliate();
    const stream = await openStream(caller, undefined, second.url);
    await eventually(() => stream.text.includes('retry:'));
    const started = performance.now();
    await sendTest(caller);
    await eventually(() => stream.events.length === 1, { everyMs: 20 });
    // Well before the next poll.
    expect(performance.now() - started).toBeLessThan(4_000);
    stream.close();
  });

  it('sends a notification that was inserted long after its createdAt', async () => {
    const caller = affiliate();
    const stream = await openStream(caller);
    await sendTest(caller);
    await eventually(() => stream.events.length === 1);
    const { notifications, pubsub } = notification.deps();
    const everything = { unreadOnly: false, type: undefined };
    const [row] = await notifications.list(caller.id, everything, { offset: 0, limit: 1 });
    const late = randomUUIDv7();
    await notifications.insertNew([
      { ...row!, _id: late, createdAt: new Date(row!.createdAt.getTime() - 10_000) },
    ]);
    pubsub.publish([caller.id]);
    await eventually(() => stream.events.length === 2);
    expect(stream.events[1]!.data.id).toBe(late);
    stream.close();
  });

  it('resumes after the last event without loss or repetition', async () => {
    const caller = affiliate();
    const stream = await openStream(caller);
    const first = [await sendTest(caller), await sendTest(caller)];
    await eventually(() => stream.events.length === 2);
    stream.close();
    const meanwhile = [await sendTest(caller), await sendTest(caller), await sendTest(caller)];
    const again = await openStream(caller, stream.events[1]!.id);
    await eventually(() => again.events.length === 3);
    const last = await sendTest(caller);
    await eventually(() => again.events.length === 4);
    const ids = [...stream.events, ...again.events].map(({ data }) => data.id);
    expect(ids).toEqual([...first, ...meanwhile, last]);
    again.close();
  });

  it('sends more notifications than one page after a reconnect', async () => {
    const user = aUser();
    const caller = affiliate(user.userId);
    const before = await openStream(caller);
    await sendTest(caller);
    await eventually(() => before.events.length === 1);
    before.close();
    const commissions = Array.from({ length: 250 }, () =>
      commissionCreated(aCommission(user.userId)),
    );
    await notification.publish(userRegistered(user), ...commissions);
    await eventually(
      async () => (await notification.list(caller, '?limit=1&offset=500')).length === 1,
    );
    const after = await openStream(caller, before.events[0]!.id);
    await eventually(() => after.events.length === 250);
    expect(new Set(after.events.map(({ data }) => data.id)).size).toBe(250);
    after.close();
  });

  it('starts with the next notification after an unknown or another user’s event id', async () => {
    const [caller, other] = [affiliate(), affiliate()];
    const foreign = await sendTest(other);
    await sendTest(caller);
    for (const lastEventId of [foreign, randomUUIDv7(), 'nonsense']) {
      const stream = await openStream(caller, lastEventId);
      await eventually(() => stream.text.includes('retry:'));
      const id = await sendTest(caller);
      await eventually(() => stream.events.length > 0);
      expect(stream.events.map(({ data }) => data.id)).toEqual([id]);
      stream.close();
    }
  });

  it('requires a sign-in, and ends when the token is revoked', async () => {
    const anonymous = await openEventStream(
      `${notification.service.url}/api/notifications/stream`,
      {},
    );
    expect(anonymous.status).toBe(401);
    anonymous.close();
    const caller = affiliate();
    const stream = await openStream(caller);
    const { redis } = notification.service.platform;
    const nowS = Math.ceil(Date.now() / 1000);
    await revokeTokens(redis, notification.env['NAMESPACE'] ?? '', {
      userId: caller.id,
      nowS,
      lifetimeS: 900,
    });
    await eventually(() => stream.ended(), { timeoutMs: 20_000 });
  });

  it('ends for a removed member, who receives nothing more, and goes on for the account', async () => {
    const caller = affiliate();
    const memberId = randomUUIDv7();
    const member = { ...caller, member: { id: memberId, role: 'analyst' as const } };
    const own = await openStream(caller);
    const stream = await openStream(member);
    await sendTest(caller);
    await eventually(() => stream.events.length === 1);
    const { redis } = notification.service.platform;
    await revokeTokens(redis, notification.env['NAMESPACE'] ?? '', {
      userId: memberTokensOf(caller.id, memberId),
      nowS: Math.ceil(Date.now() / 1000),
      lifetimeS: 900,
    });
    await eventually(() => stream.ended(), { timeoutMs: 20_000 });
    await sendTest(caller);
    await eventually(() => own.events.length === 2);
    expect(stream.events).toHaveLength(1);
    own.close();
  });

  it('is limited to 20 per user', async () => {
    const caller = affiliate();
    const streams = [];
    for (let opened = 0; opened < 20; opened += 1) streams.push(await openStream(caller));
    const more = await openStream(caller);
    expect([more.status, more.headers.get('retry-after')]).toEqual([429, '30']);
    for (const stream of [...streams, more]) stream.close();
  });
});
