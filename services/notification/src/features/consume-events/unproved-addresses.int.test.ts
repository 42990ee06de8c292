import { randomUUIDv7 } from 'node:crypto';
import {
  type AccountLinkPurpose,
  accountMailRequested,
  commissionCreated,
  invitationMade,
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

  describe('which others can cause', () => {
    const LIMIT = 3;
    let limited: NotificationUnderTest;
    beforeAll(async () => {
      limited = await startNotification({ RATE_LIMIT_MAILS_PER_ADDRESS_PER_DAY: String(LIMIT) });
    });
    afterAll(() => limited.close());

    const invitationTo = (email: string, brandId: string) =>
      invitationMade({
        ...invitationMade.sample,
        invitationId: randomUUIDv7(),
        brandId,
        affiliateId: null,
        email,
      });
    const rowsOf = () => limited.service.platform.mongo.connection.collection('notifications');
    const countOf = (status: string, type: string) => rowsOf().countDocuments({ status, type });

    it('are limited per address over all brands, whatever its tags and dots', async () => {
      const victim = `victim${randomUUIDv7().slice(-8)}@example.com`;
      const spellings = [victim, victim.replace('@', '+a@'), victim.replace('vic', 'v.ic')];
      const invitations = [...spellings, ...spellings].map((email) =>
        invitationTo(email, randomUUIDv7()),
      );
      await limited.publish(...invitations);
      await eventually(
        async () => (await countOf('suppressed', 'campaign_invitation')) === 6 - LIMIT,
      );
      await eventually(async () => {
        const mails = await Promise.all(spellings.map((email) => limited.emails(email)));
        return mails.flat().length === LIMIT;
      });
      const refused = await rowsOf().findOne({ status: 'suppressed' });
      expect(refused).toMatchObject({ metadata: { reason: 'too_many_emails_to_address' } });
    });

    it('leave the owner the links of the account', async () => {
      const owner = await limited.createUser({ email: `o${randomUUIDv7()}@example.com` });
      await limited.publish(
        ...Array.from({ length: LIMIT + 1 }, () => invitationTo(owner.email, randomUUIDv7())),
        accountMailRequested({
          ...accountMailRequested.sample,
          to: owner.email,
          token: 'tra_owner',
        }),
      );
      await eventually(async () =>
        (await limited.emails(owner.email)).some(({ text }) => text.includes('tra_owner')),
      );
    });

    const linkTo = (
      { userId, email: to }: Pick<UserSnapshot, 'userId' | 'email'>,
      purpose: AccountLinkPurpose,
      token: string = randomUUIDv7(),
    ) => accountMailRequested({ ...accountMailRequested.sample, userId, purpose, to, token });
    const textsTo = async (email: string): Promise<string> =>
      (await limited.emails(email)).map(({ text }) => text).join();
    /** Registers strangers with tags of the address until its mailbox has no proofs left. */
    const flood = async (email: string): Promise<void> => {
      const tagged = Array.from({ length: LIMIT + 1 }, (_, index) => ({
        userId: randomUUIDv7(),
        email: email.replace('@', `+${String(index)}@`),
      }));
      await limited.publish(...tagged.map((stranger) => linkTo(stranger, 'verify_email')));
      const userIds = tagged.map(({ userId }) => userId);
      await eventually(
        async () =>
          (await rowsOf().countDocuments({ userId: { $in: userIds }, status: 'suppressed' })) === 1,
      );
    };

    it('leave the owner the links that restore the address and reset the password', async () => {
      const owner = await limited.createUser();
      await flood(owner.email);
      const former = { userId: randomUUIDv7(), email: owner.email };
      await limited.publish(
        linkTo(former, 'restore_email', 'tra_restore'),
        linkTo(owner, 'reset_password', 'tra_reset'),
      );
      await eventually(async () => {
        const texts = await textsTo(owner.email);
        return texts.includes('tra_restore') && texts.includes('tra_reset');
      });
    });

    it('limit the resets of a proved address, and not those of another spelling', async () => {
      const local = `r${randomUUIDv7()}`;
      const [owner, other] = [
        await limited.createUser({ email: `${local}@example.com` }),
        await limited.createUser({ email: `${local}+other@example.com` }),
      ];
      await limited.publish(
        ...Array.from({ length: LIMIT + 1 }, () => linkTo(owner, 'reset_password')),
      );
      const refused = { userId: owner.userId, status: 'suppressed' };
      await eventually(async () => (await rowsOf().countDocuments(refused)) === 1);
      await limited.publish(linkTo(other, 'reset_password', 'tra_other'));
      await eventually(async () => (await textsTo(other.email)).includes('tra_other'));
      await eventually(async () => (await limited.emails(owner.email)).length === LIMIT);
    });

    it('include resets of unproved addresses, which a stranger may have registered', async () => {
      const email = `s${randomUUIDv7()}@example.com`;
      await flood(email);
      const stranger = await limited.createUser({ email, emailVerified: false });
      await limited.publish(linkTo(stranger, 'reset_password'));
      const refused = { userId: stranger.userId, status: 'suppressed' };
      expect(
        await eventually(async () => (await rowsOf().findOne(refused)) ?? undefined),
      ).toMatchObject({ metadata: { reason: 'too_many_emails_to_address' } });
    });

    it('do not stop the notices of an account to its proved address', async () => {
      const owner = await limited.createUser();
      await limited.publish(
        ...Array.from({ length: LIMIT + 2 }, () => commissionCreated(aCommission(owner.userId))),
      );
      await eventually(async () => (await limited.emails(owner.email)).length === LIMIT + 2);
    });

    it('stop at the limit for an unproved address, and send it no tests', async () => {
      const user = await limited.createUser({ emailVerified: false });
      await limited.publish(
        ...Array.from({ length: LIMIT + 2 }, () => commissionCreated(aCommission(user.userId))),
      );
      await eventually(async () => (await countOf('suppressed', 'commission_earned')) === 2);
      await eventually(async () => (await limited.emails(user.email)).length === LIMIT);
      await limited.call('POST', '/api/notifications/test?channel=email', callerFor(user));
      const test = await eventually(
        async () => (await rowsOf().findOne({ type: 'test', status: 'suppressed' })) ?? undefined,
      );
      expect(test).toMatchObject({ metadata: { reason: 'email_not_verified' } });
    });
  });
});
