import { commissionCreated, type UserSnapshot } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import {
  aCommission,
  callerFor,
  type NotificationUnderTest,
  startNotification,
} from '../../testing/start-notification.ts';

describe('deferred e-mails', () => {
  let notification: NotificationUnderTest;
  beforeAll(async () => {
    notification = await startNotification();
  });
  beforeEach(() => {
    notification.setNow(at('12:00', 0));
  });
  afterAll(async () => {
    await notification.close();
  });

  /** Midnight UTC of the day on which each test begins, at noon; it is ahead of the present at any time of day. */
  const firstDayMs = Math.ceil(Date.now() / DAY_MS) * DAY_MS;
  /** A time of day in UTC, some days after the first. */
  const at = (time: string, days = 1): Date =>
    new Date(`${new Date(firstDayMs + days * DAY_MS).toISOString().slice(0, 10)}T${time}:00.000Z`);
  const setPreferences = (user: UserSnapshot, preferences: Readonly<Record<string, unknown>>) =>
    notification.call('PUT', '/api/notifications/preferences', callerFor(user), preferences);
  const createUser = async (
    preferences: Readonly<Record<string, unknown>>,
  ): Promise<UserSnapshot> => {
    const user = await notification.createUser();
    await setPreferences(user, preferences);
    return user;
  };
  const emailsOf = async (user: UserSnapshot) =>
    (await notification.list(callerFor(user), '?limit=100')).filter(
      ({ channel }) => channel === 'email',
    );
  const earn = async (user: UserSnapshot, times = 1) => {
    const before = (await emailsOf(user)).length;
    const commissions = Array.from({ length: times }, () =>
      commissionCreated(aCommission(user.userId)),
    );
    await notification.publish(...commissions);
    await eventually(async () => (await emailsOf(user)).length === before + times);
  };
  const waitForEmails = (user: UserSnapshot, status: string, reason: unknown) =>
    eventually(async () => {
      const all = await emailsOf(user);
      expect(all.map((one) => [one.status, one.metadata['reason']])).toEqual(
        all.map(() => [status, reason]),
      );
      return all;
    });

  describe('at the end of quiet hours', () => {
    const quiet = {
      quiet_hours_enabled: true,
      quiet_hours_start: '22:00',
      quiet_hours_end: '07:00',
    };
    const deferredUntil = (end: Date): string => `deferred_until_${end.toISOString()}`;

    it.each([
      ['after the user unsubscribed', { email_enabled: false }, 'suppressed', 'email_disabled'],
      [
        'after the user chose the frequency never',
        { email_frequency: 'never' },
        'suppressed',
        'email_frequency_never',
      ],
      ['after the user chose digests', { email_frequency: 'daily' }, 'queued', 'daily_digest'],
      [
        'after the user extended the quiet hours',
        { quiet_hours_end: '09:00' },
        'queued',
        deferredUntil(at('09:00', 2)),
      ],
      [
        'after the user changed zone',
        { quiet_hours_timezone: 'Pacific/Pitcairn' },
        'queued',
        deferredUntil(at('15:00', 2)),
      ],
    ])('are not sent %s', async (_case, change, status, reason) => {
      const user = await createUser(quiet);
      notification.setNow(at('23:00'));
      await earn(user);
      await waitForEmails(user, 'queued', deferredUntil(at('07:00', 2)));
      await setPreferences(user, change);
      notification.setNow(at('07:01', 2));
      await waitForEmails(user, status, reason);
      expect(await notification.emails(user.email)).toEqual([]);
    });

    it('are sent with unchanged preferences', async () => {
      const user = await createUser(quiet);
      notification.setNow(at('23:00'));
      await earn(user);
      notification.setNow(at('07:01', 2));
      await eventually(async () => (await notification.emails(user.email)).length === 1);
    });
  });

  describe('a digest', () => {
    const daily = { email_frequency: 'daily' };
    /** After 08:00 of the next day, and the minute in which no instance adds notifications. */
    const digestTime = () => at('08:02');
    const digestsDue = async ({ userId }: UserSnapshot): Promise<unknown[]> => {
      const digests = notification.service.platform.mongo.connection.collection('digests');
      const rows = await digests.find({ userId, status: 'queued' }).toArray();
      return rows.map((row) => row['dueAt'] as unknown);
    };

    it.each([
      ['after the user unsubscribed', { email_enabled: false }, 'suppressed', 'email_disabled'],
      [
        'after the user chose the frequency never',
        { email_frequency: 'never' },
        'suppressed',
        'email_frequency_never',
      ],
      [
        'in the morning after the user changed zone',
        { quiet_hours_timezone: 'Pacific/Pitcairn' },
        'queued',
        'daily_digest',
      ],
    ])('is not sent %s', async (_case, change, status, reason) => {
      const user = await createUser(daily);
      await earn(user, 2);
      await waitForEmails(user, 'queued', 'daily_digest');
      await setPreferences(user, change);
      notification.setNow(digestTime());
      await eventually(async () => {
        expect(await digestsDue(user)).toEqual(status === 'queued' ? [at('16:01')] : []);
        return true;
      });
      await waitForEmails(user, status, reason);
      expect(await notification.emails(user.email)).toEqual([]);
      if (status === 'suppressed') return;
      notification.setNow(at('16:02'));
      await eventually(async () => (await notification.emails(user.email)).length === 1);
      await waitForEmails(user, 'sent', reason);
    });

    it('is deferred to the end of quiet hours and do-not-disturb', async () => {
      const user = await createUser({
        ...daily,
        quiet_hours_enabled: true,
        quiet_hours_start: '22:00',
        quiet_hours_end: '09:30',
      });
      notification.setNow(at('01:00'));
      await earn(user);
      // Set after the digest was created.
      const [dnd_start, dnd_end] = [at('09:00'), at('11:00')].map((one) => one.toISOString());
      await setPreferences(user, { dnd_enabled: true, dnd_start, dnd_end });
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

    it('includes all its notifications, in several e-mails where necessary', async () => {
      const user = await createUser(daily);
      await earn(user, 50);
      // A page of the list has at most 100 notifications.
      const more = Array.from({ length: 160 }, () => commissionCreated(aCommission(user.userId)));
      await notification.publish(...more);
      await eventually(
        async () => (await notification.list(callerFor(user), '?limit=1&offset=419')).length === 1,
      );
      notification.setNow(digestTime());
      const emails = await eventually(async () => {
        const received = await notification.emails(user.email);
        return received.length === 2 ? received : undefined;
      });
      expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
        'Your digest: 10 updates',
        'Your digest: 200 updates',
      ]);
      const orders = emails.flatMap(({ text }) => text.match(/Order A-[0-9a-f-]+/g) ?? []);
      expect(new Set(orders).size).toBe(210);
      await waitForEmails(user, 'sent', 'daily_digest');
    });

    it('includes notifications after another digest of the same day was sent', async () => {
      const user = await createUser({ ...daily, quiet_hours_timezone: 'Pacific/Kiritimati' });
      // 07:00 in a zone 14 hours ahead, where the day after tomorrow has begun.
      notification.setNow(at('17:00'));
      await earn(user);
      notification.setNow(at('18:02'));
      await eventually(async () => (await notification.emails(user.email)).length === 1);
      await setPreferences(user, { quiet_hours_timezone: 'Pacific/Pitcairn' });
      await earn(user);
      expect(await digestsDue(user)).toEqual([at('16:01', 2)]);
      notification.setNow(at('16:02', 2));
      await eventually(async () => (await notification.emails(user.email)).length === 2);
    });
  });
});
