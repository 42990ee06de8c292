import { randomUUIDv7 } from 'node:crypto';
import {
  accountMailRequested,
  commissionCreated,
  userRegistered,
  type UserSnapshot,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import {
  aCommission,
  aNewUser,
  callerFor,
  type NotificationUnderTest,
  startNotification,
} from '../../testing/start-notification.ts';

describe('e-mails to addresses that may be a stranger’s', () => {
  let notification: NotificationUnderTest;
  beforeAll(async () => {
    notification = await startNotification();
  });
  afterAll(() => notification.close());

  it('contain account links only where the event states, and leave no trace of the token', async () => {
    const user = await notification.createUser();
    const former = `f${randomUUIDv7()}@example.com`;
    const token = `tra_${randomUUIDv7()}`;
    await notification.publish(
      accountMailRequested({
        userId: user.userId,
        purpose: 'restore_email',
        to: former,
        token,
        expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
      }),
    );
    const mail = await eventually(async () => (await notification.emails(former))[0]);
    expect(mail.text).toContain(`/account/restore-email?token=${token}`);
    expect(mail.text).toMatch(/^Hello,/);
    expect(mail.headers['list-unsubscribe']).toBeUndefined();
    expect(await notification.emails(user.email)).toEqual([]);
    expect(await notification.list(callerFor(user))).toEqual([]);
    const rows = notification.service.platform.mongo.connection.collection('notifications');
    const stored = await eventually(
      async () => (await rows.findOne({ userId: user.userId, status: 'sent' })) ?? undefined,
    );
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`${token}|${former}`));
  });

  it('do not greet an unproved address by the name, which its registrant chose', async () => {
    const [proved, unproved] = [
      aNewUser(),
      aNewUser({ emailVerified: false, name: 'Buy at evil.example' }),
    ];
    for (const user of [proved, unproved]) {
      await notification.publish(userRegistered(user), commissionCreated(aCommission(user.userId)));
    }
    const textTo = async ({ email }: UserSnapshot) =>
      (await eventually(async () => (await notification.emails(email))[0])).text;
    expect(await textTo(proved)).toContain('Hello Someone,');
    expect(await textTo(unproved)).not.toContain('evil');
  });
});
