import { randomUUIDv7 } from 'node:crypto';
import { commissionCreated, userRegistered } from '@tributary/contracts';
import { revokeTokens } from '@tributary/service';
import { aUser, eventually, type EventProbe, openEventProbe } from '@tributary/testing';
import { openListener } from '../../testing/open-event-stream.ts';
import { startNotification } from '../../testing/start-notification.ts';

const affiliate = (id: string = randomUUIDv7()) => ({ id, role: 'affiliate' as const });

describe('the stream of notifications', () => {
  let notification: Awaited<ReturnType<typeof startNotification>>;
  let second: Awaited<ReturnType<typeof notification.startAnother>>;
  let probe: EventProbe;
  beforeAll(async () => {
    notification = await startNotification();
    second = await notification.startAnother();
    probe = await openEventProbe(notification.env, ['webhook.endpoints']);
  });
  afterAll(async () => {
    await probe.close();
    await second.close();
    await notification.close();
  });

  const listen = (
    who: ReturnType<typeof affiliate>,
    lastEventId?: string,
    url = notification.service.url,
  ) =>
    openListener(`${url}/api/notifications/stream`, {
      ...notification.headersFor(who),
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    });
  const tell = async (who: ReturnType<typeof affiliate>): Promise<string> =>
    (await notification.call('POST', '/api/notifications/test?channel=in_app', who)).body
      .notification_id;

  it('shows what comes, as the list shows it, and nothing of others', async () => {
    const [who, other] = [affiliate(), affiliate()];
    await tell(who);
    const listener = await listen(who);
    expect(listener.status).toBe(200);
    expect(listener.headers.get('content-type')).toContain('text/event-stream');
    await tell(other);
    const id = await tell(who);
    await eventually(() => listener.events.length === 1);
    const [shown] = await notification.list(who);
    expect(shown?.id).toBe(id);
    expect(listener.events).toEqual([
      { id: expect.stringContaining(id), event: 'notification', data: shown },
    ]);
    listener.close();
    await eventually(() => notification.deps().pubsub.subscriberCount(who.id) === 0);
  });

  it('shows at once what another instance was told', async () => {
    const who = affiliate();
    const listener = await listen(who, undefined, second.url);
    await eventually(() => listener.text.includes('retry:'));
    const started = performance.now();
    await tell(who);
    await eventually(() => listener.events.length === 1, { everyMs: 20 });
    // Well before the look that is taken without a nudge.
    expect(performance.now() - started).toBeLessThan(4_000);
    listener.close();
  });

  it('shows what was written long after the moment it bears', async () => {
    const who = affiliate();
    const listener = await listen(who);
    await tell(who);
    await eventually(() => listener.events.length === 1);
    const { notifications, pubsub } = notification.deps();
    const everything = { unreadOnly: false, type: undefined };
    const [row] = await notifications.list(who.id, everything, { offset: 0, limit: 1 });
    const late = randomUUIDv7();
    await notifications.insertNew([
      { ...row!, _id: late, createdAt: new Date(row!.createdAt.getTime() - 10_000) },
    ]);
    pubsub.publish([who.id]);
    await eventually(() => listener.events.length === 2);
    expect(listener.events[1]!.data.id).toBe(late);
    listener.close();
  });

  it('resumes behind the last event: nothing twice, nothing missed', async () => {
    const who = affiliate();
    const listener = await listen(who);
    const first = [await tell(who), await tell(who)];
    await eventually(() => listener.events.length === 2);
    listener.close();
    const meanwhile = [await tell(who), await tell(who), await tell(who)];
    const again = await listen(who, listener.events[1]!.id);
    await eventually(() => again.events.length === 3);
    const last = await tell(who);
    await eventually(() => again.events.length === 4);
    const ids = [...listener.events, ...again.events].map(({ data }) => data.id);
    expect(ids).toEqual([...first, ...meanwhile, last]);
    again.close();
  });

  it('shows more than fits into one look, over a break in the middle of it', async () => {
    const user = aUser();
    const who = affiliate(user.userId);
    const before = await listen(who);
    await tell(who);
    await eventually(() => before.events.length === 1);
    before.close();
    const commissions = Array.from({ length: 250 }, () =>
      commissionCreated(notification.aCommission(user.userId)),
    );
    await probe.publish(userRegistered(user), ...commissions);
    await eventually(
      async () => (await notification.list(who, '?limit=1&offset=500')).length === 1,
    );
    const after = await listen(who, before.events[0]!.id);
    await eventually(() => after.events.length === 250);
    expect(new Set(after.events.map(({ data }) => data.id)).size).toBe(250);
    after.close();
  });

  it('begins with what comes where the last event is unknown or somebody else’s', async () => {
    const [who, other] = [affiliate(), affiliate()];
    const foreign = await tell(other);
    await tell(who);
    for (const lastEventId of [foreign, randomUUIDv7(), 'nonsense']) {
      const listener = await listen(who, lastEventId);
      await eventually(() => listener.text.includes('retry:'));
      const id = await tell(who);
      await eventually(() => listener.events.length > 0);
      expect(listener.events.map(({ data }) => data.id)).toEqual([id]);
      listener.close();
    }
  });

  it('is nobody’s who is not signed in, and ends when the token is revoked', async () => {
    const anonymous = await openListener(
      `${notification.service.url}/api/notifications/stream`,
      {},
    );
    expect(anonymous.status).toBe(401);
    anonymous.close();
    const who = affiliate();
    const listener = await listen(who);
    const { redis } = notification.service.platform;
    const nowS = Math.ceil(Date.now() / 1000);
    await revokeTokens(redis, notification.env['NAMESPACE'] ?? '', {
      userId: who.id,
      nowS,
      lifetimeS: 900,
    });
    await eventually(() => listener.ended(), { timeoutMs: 20_000 });
  });

  it('is opened so many times by one user, and no more', async () => {
    const who = affiliate();
    const listeners = [];
    for (let opened = 0; opened < 20; opened += 1) listeners.push(await listen(who));
    const more = await listen(who);
    expect([more.status, more.headers.get('retry-after')]).toEqual([429, '30']);
    for (const listener of [...listeners, more]) listener.close();
  });
});
