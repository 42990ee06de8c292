import { randomUUIDv7 } from 'node:crypto';
import { commissionCreated, userRegistered, type UserSnapshot } from '@tributary/contracts';
import { aUser, eventually, type EventProbe, openEventProbe } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import { startNotification } from '../../testing/start-notification.ts';

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
    await eventually(() => notification.deps().contacts.find(user.userId));
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
  describe('the digest', () => {
    const daily = { email_frequency: 'daily' };
    /** Past eight o'clock of the day after, and the minute in which nobody adds to it any more. */
    const digestTime = () => at('08:02');
    const digestsDue = async ({ userId }: UserSnapshot): Promise<unknown[]> => {
      const digests = notification.service.platform.mongo.connection.collection('digests');
      const rows = await digests.find({ userId, status: 'queued' }).toArray();
      return rows.map((row) => row['dueAt'] as unknown);
    };

    it.each([
      ['by whoever unsubscribed', { email_enabled: false }, 'suppressed', 'email_disabled'],
      [
        'by whoever wants no more e-mails',
        { email_frequency: 'never' },
        'suppressed',
        'email_frequency_never',
      ],
      [
        'in the morning by whoever lives elsewhere now',
        { quiet_hours_timezone: 'Pacific/Pitcairn' },
        'queued',
        'daily_digest',
      ],
    ])('is not got %s', async (_who, change, status, reason) => {
      const user = await somebody(daily);
      await earn(user, 2);
      await settled(user, 'queued', 'daily_digest');
      await wish(user, change);
      notification.setNow(digestTime());
      await eventually(async () => {
        expect(await digestsDue(user)).toEqual(status === 'queued' ? [at('16:01')] : []);
        return true;
      });
      await settled(user, status, reason);
      expect(await notification.emails(user.email)).toEqual([]);
      if (status === 'suppressed') return;
      notification.setNow(at('16:02'));
      await eventually(async () => (await notification.emails(user.email)).length === 1);
      await settled(user, 'sent', reason);
    });

    it('waits for the end of quiet hours and do-not-disturb', async () => {
      const user = await somebody({
        ...daily,
        quiet_hours_enabled: true,
        quiet_hours_start: '22:00',
        quiet_hours_end: '09:30',
      });
      notification.setNow(at('01:00'));
      await earn(user);
      // Switched on after the digest was begun.
      const [dnd_start, dnd_end] = [at('09:00'), at('11:00')].map((one) => one.toISOString());
      await wish(user, { dnd_enabled: true, dnd_start, dnd_end });
      expect(await digestsDue(user)).toEqual([at('09:31')]);
      notification.setNow(at('09:32'));
      await eventually(async () => {
        expect(await digestsDue(user)).toEqual([at('11:01')]);
        return true;
      });
      expect(await notification.emails(user.email)).toEqual([]);
      notification.setNow(at('11:02'));
      await eventually(async () => (await notification.emails(user.email)).length === 1);
    });

    it('names all that it holds, in as many e-mails as that takes', async () => {
      const user = await somebody(daily);
      await earn(user, 50);
      // The list shows no more than a hundred at a time.
      const more = Array.from({ length: 160 }, () =>
        commissionCreated(notification.aCommission(user.userId)),
      );
      await probe.publish(...more);
      await eventually(
        async () => (await notification.list(whoIs(user), '?limit=1&offset=419')).length === 1,
      );
      notification.setNow(digestTime());
      const emails = await eventually(async () => {
        const got = await notification.emails(user.email);
        return got.length === 2 ? got : undefined;
      });
      expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
        'Your digest: 10 updates',
        'Your digest: 200 updates',
      ]);
      const orders = emails.flatMap(({ text }) => text.match(/Order A-[0-9a-f-]+/g) ?? []);
      expect(new Set(orders).size).toBe(210);
      await settled(user, 'sent', 'daily_digest');
    });

    it('takes in what comes after one that was sent on the same day', async () => {
      const user = await somebody({ ...daily, quiet_hours_timezone: 'Pacific/Kiritimati' });
      // An hour before eight o’clock there, 14 hours ahead: the day after tomorrow has begun.
      notification.setNow(at('17:00'));
      await earn(user);
      notification.setNow(at('18:02'));
      await eventually(async () => (await notification.emails(user.email)).length === 1);
      await wish(user, { quiet_hours_timezone: 'Pacific/Pitcairn' });
      await earn(user);
      expect(await digestsDue(user)).toEqual([at('16:01', 2)]);
      notification.setNow(at('16:02', 2));
      await eventually(async () => (await notification.emails(user.email)).length === 2);
    });
  });
});
