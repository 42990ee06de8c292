import { randomUUIDv7 } from 'node:crypto';
import { commissionCreated, userRegistered, type UserSnapshot } from '@tributary/contracts';
import { aUser, eventually, type EventProbe, openEventProbe } from '@tributary/testing';
import { startNotification } from './testing/start-notification.ts';

const DAY_MS = 86_400_000;

describe('what waits for its time', () => {
  let notification: Awaited<ReturnType<typeof startNotification>>;
  let probe: EventProbe;
  beforeAll(async () => {
    notification = await startNotification();
    probe = await openEventProbe(notification.env, ['webhook.endpoints']);
  });
  afterEach(() => {
    notification.setNow();
  });
  afterAll(async () => {
    await probe.close();
    await notification.close();
  });

  /** A time of day, so many days from now, in UTC. */
  const at = (time: string, days = 1): Date =>
    new Date(`${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T${time}:00.000Z`);
  const whoIs = ({ userId, role }: UserSnapshot) => ({ id: userId, role });
  const wish = (user: UserSnapshot, preferences: Readonly<Record<string, unknown>>) =>
    notification.call('PUT', '/api/notifications/preferences', whoIs(user), preferences);
  const somebody = async (
    preferences: Readonly<Record<string, unknown>>,
  ): Promise<UserSnapshot> => {
    const user = aUser({ email: `u${randomUUIDv7()}@example.com` });
    await probe.publish(userRegistered(user));
    await eventually(() => notification.deps().people.findContact(user.userId));
    await wish(user, preferences);
    return user;
  };
  const emailsOf = async (user: UserSnapshot) =>
    (await notification.list(whoIs(user), '?limit=100')).filter(
      ({ channel }) => channel === 'email',
    );
  const earn = async (user: UserSnapshot, times = 1) => {
    const before = (await emailsOf(user)).length;
    const commissions = Array.from({ length: times }, () =>
      commissionCreated(notification.aCommission(user.userId)),
    );
    await probe.publish(...commissions);
    await eventually(async () => (await emailsOf(user)).length === before + times);
  };
  const settled = (user: UserSnapshot, status: string, reason: unknown) =>
    eventually(async () => {
      const all = await emailsOf(user);
      expect(all.map((one) => [one.status, one.metadata['reason']])).toEqual(
        all.map(() => [status, reason]),
      );
      return all;
    });

  describe('the end of the quiet hours', () => {
    const quiet = {
      quiet_hours_enabled: true,
      quiet_hours_start: '22:00',
      quiet_hours_end: '07:00',
    };
    const deferredUntil = (end: Date): string => `deferred_until_${end.toISOString()}`;

    it.each([
      ['by whoever unsubscribed', { email_enabled: false }, 'suppressed', 'email_disabled'],
      [
        'by whoever wants no more e-mails',
        { email_frequency: 'never' },
        'suppressed',
        'email_frequency_never',
      ],
      ['by whoever wants digests now', { email_frequency: 'daily' }, 'queued', 'daily_digest'],
      [
        'before quiet hours that are longer now',
        { quiet_hours_end: '09:00' },
        'queued',
        deferredUntil(at('09:00', 2)),
      ],
      [
        'before quiet hours that are in another zone now',
        { quiet_hours_timezone: 'Pacific/Pitcairn' },
        'queued',
        deferredUntil(at('15:00', 2)),
      ],
    ])('is not got %s', async (_who, change, status, reason) => {
      const user = await somebody(quiet);
      notification.setNow(at('23:00'));
      await earn(user);
      await settled(user, 'queued', deferredUntil(at('07:00', 2)));
      await wish(user, change);
      notification.setNow(at('07:01', 2));
      await settled(user, status, reason);
      expect(await notification.emails(user.email)).toEqual([]);
    });

    it('is got where it is still wanted', async () => {
      const user = await somebody(quiet);
      notification.setNow(at('23:00'));
      await earn(user);
      notification.setNow(at('07:01', 2));
      await eventually(async () => (await notification.emails(user.email)).length === 1);
    });
  });
});
