import { randomUUIDv7 } from 'node:crypto';
import {
  affiliateLeft,
  applicationApproved,
  campaignActivated,
  commissionCreated,
  invitationMade,
  userCredentialsChanged,
  userRegistered,
  type UserSnapshot,
} from '@tributary/contracts';
import { aCampaign, aUser, eventually, type EventProbe, openEventProbe } from '@tributary/testing';
import { HOUR_MS, DAY_MS } from '@tributary/units';
import { guestIdOf } from './guest-id.ts';
import { consumeEventsConsumers } from './consume-events.consumer.ts';
import { startNotification } from '../../testing/start-notification.ts';

describe('events', () => {
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

  const somebody = (given: Partial<UserSnapshot> = {}) =>
    aUser({ email: `u${randomUUIDv7()}@example.com`, ...given });
  const whoIs = ({ userId, role }: UserSnapshot) => ({ id: userId, role });
  const withStatus = (user: UserSnapshot, channel: string) =>
    eventually(async () => {
      const all = await notification.list(whoIs(user));
      const found = all.find((one) => one.channel === channel);
      return found?.status === 'queued' ? undefined : found;
    });

  it('are shown in the product and mailed, the amount in the subject', async () => {
    const user = somebody();
    await probe.publish(
      userRegistered(user),
      commissionCreated(notification.aCommission(user.userId)),
    );
    expect(await withStatus(user, 'email')).toMatchObject({
      type: 'commission_earned',
      status: 'sent',
    });
    expect(await withStatus(user, 'in_app')).toMatchObject({ status: 'sent' });
    const [email] = await notification.emails(user.email);
    expect(email).toMatchObject({ subject: 'You earned 12.00 USD' });
    expect(email?.headers['message-id']).toMatch(/^<[0-9a-f-]{36}@/);
  });

  it('invite whoever is meant, and once he wants no more e-mails, not even from another brand', async () => {
    const user = somebody();
    const guest = `g${randomUUIDv7()}@example.com`;
    const anInvitation = (affiliateId: string | null, email: string | null) =>
      invitationMade({
        invitationId: randomUUIDv7(),
        campaignId: randomUUIDv7(),
        campaignName: 'Boats',
        brandId: randomUUIDv7(),
        brandName: 'Harbour',
        affiliateId,
        email,
        message: 'Come <b>',
        token: 'signed.text',
        expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
      });
    await probe.publish(
      userRegistered(user),
      anInvitation(user.userId, null),
      anInvitation(null, guest),
    );
    expect(await withStatus(user, 'in_app')).toMatchObject({ type: 'campaign_invitation' });
    const mailed = (email: string) => eventually(async () => (await notification.emails(email))[0]);
    for (const email of [user.email, guest]) {
      const mail = await mailed(email);
      expect(mail.subject).toBe('Harbour invites you to Boats');
      expect(mail.text).toContain('/invitations/signed.text');
      expect(mail.html).toContain('Come &lt;b&gt;');
    }

    const { headers } = await mailed(guest);
    const unsubscribe = new URL((headers['list-unsubscribe'] ?? '').replace(/^<|>$/g, ''));
    const url = `${notification.service.url}${unsubscribe.pathname}${unsubscribe.search}`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(200);
    await probe.publish(anInvitation(null, guest));
    const { notifications } = notification.deps();
    await eventually(async () => {
      const rows = await notifications.list(
        guestIdOf(guest),
        { unreadOnly: false, type: undefined },
        { offset: 0, limit: 10 },
      );
      return rows.some(({ status }) => status === 'suppressed');
    });
    expect(await notification.emails(guest)).toHaveLength(1);
  });

  it('wait for the account that they are for, where it comes later', async () => {
    const user = somebody();
    await probe.publish(commissionCreated(notification.aCommission(user.userId)));
    await eventually(async () => (await notification.list(whoIs(user))).length === 2);
    await probe.publish(userRegistered(user));
    await eventually(async () => (await notification.emails(user.email)).length === 1);
  });

  it('tell a user once, also when they come again', async () => {
    const user = somebody();
    await probe.publish(userRegistered(user));
    // An account that is not known is waited for only so long.
    await eventually(() => notification.deps().contacts.find(user.userId));
    const event = {
      id: randomUUIDv7(),
      type: commissionCreated.type,
      data: notification.aCommission(user.userId),
      occurredAt: new Date(),
      correlationId: 'c',
    };
    const consumer = consumeEventsConsumers(notification.deps()).find(
      ({ eventType }) => eventType.type === event.type,
    );
    const hear = (times: number) =>
      consumer?.mode === 'bulk'
        ? consumer.handle(Array.from({ length: times }, () => event))
        : null;
    await Promise.all([hear(2), hear(1)]);
    await hear(1);
    await withStatus(user, 'email');
    expect(await notification.list(whoIs(user))).toHaveLength(2);
    expect(await notification.emails(user.email)).toHaveLength(1);
  });

  it('reach the members of a campaign, until they leave', async () => {
    const [member, former, brand] = [somebody(), somebody(), somebody({ role: 'brand' })];
    const campaign = aCampaign({ brandId: brand.userId, name: 'Summer sale' });
    const application = (user: UserSnapshot, status: 'approved' | 'left') => ({
      applicationId: randomUUIDv7(),
      campaignId: campaign.campaignId,
      campaignName: campaign.name,
      brandId: brand.userId,
      affiliateId: user.userId,
      status,
      notes: null,
    });
    await probe.publish(
      applicationApproved(application(member, 'approved')),
      applicationApproved(application(former, 'approved')),
      affiliateLeft(application(former, 'left')),
    );
    await eventually(async () => {
      const { members: memberStore } = notification.deps();
      for await (const members of memberStore.pages(campaign.campaignId, 10)) {
        return members.length === 1 && members[0] === member.userId;
      }
      return false;
    });
    await probe.publish(campaignActivated(campaign));
    const launched = (user: UserSnapshot) =>
      notification.list(whoIs(user), '?notification_type=campaign_launched');
    await eventually(async () => (await launched(member)).length === 2);
    await eventually(async () => (await launched(brand)).length === 2);
    expect((await launched(brand))[0]).toMatchObject({ title: 'Summer sale is live' });
    expect(await launched(former)).toEqual([]);
  });

  it('about security pass every preference', async () => {
    const user = somebody();
    await notification.call('PUT', '/api/notifications/preferences', whoIs(user), {
      email_enabled: false,
      in_app_enabled: false,
    });
    await probe.publish(
      userRegistered(user),
      userCredentialsChanged({ ...user, changed: ['password'] }),
    );
    await eventually(async () => (await notification.emails(user.email)).length === 1);
    expect(await withStatus(user, 'in_app')).toMatchObject({ status: 'sent' });
  });

  it('are sent as text messages to whoever wants them and has a phone', async () => {
    const phone = `+1555${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
    const [reachable, without] = [somebody({ phone }), somebody()];
    for (const user of [reachable, without]) {
      const wish = { sms_enabled: true, email_enabled: false };
      await notification.call('PUT', '/api/notifications/preferences', whoIs(user), wish);
    }
    await probe.publish(
      userRegistered(reachable),
      userRegistered(without),
      commissionCreated(notification.aCommission(reachable.userId)),
      commissionCreated(notification.aCommission(without.userId)),
    );
    expect(await withStatus(reachable, 'sms')).toMatchObject({ status: 'sent' });
    const [text] = await notification.texts(phone);
    expect(text?.text).toContain('You earned 12.00 USD');
    expect(await withStatus(without, 'sms')).toMatchObject({
      status: 'suppressed',
      metadata: { reason: 'no_phone' },
    });
    expect(await withStatus(without, 'email')).toMatchObject({
      status: 'suppressed',
      metadata: { reason: 'email_disabled' },
    });
  });

  it('whose e-mail is refused for good end as failed, with the reply as the reason', async () => {
    const user = somebody({ email: 'bounce@example.com' });
    await probe.publish(
      userRegistered(user),
      commissionCreated(notification.aCommission(user.userId)),
    );
    expect(await withStatus(user, 'email')).toMatchObject({
      status: 'failed',
      metadata: { reason: 'smtp_550' },
    });
  });

  it('whose e-mail is put off are tried again, six times in all', async () => {
    const user = somebody({ email: 'busy@example.com' });
    await probe.publish(
      userRegistered(user),
      commissionCreated(notification.aCommission(user.userId)),
    );
    const failed = await eventually(
      async () => {
        const all = await notification.list(whoIs(user));
        return all.find(({ channel, status }) => channel === 'email' && status === 'failed');
      },
      { timeoutMs: 40_000 },
    );
    expect(failed).toMatchObject({ metadata: { reason: 'smtp_451' } });
  });

  it('go out once the mail server is back', async () => {
    const user = somebody();
    const faults = `${notification.sandboxUrl}/faults`;
    await fetch(faults, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ target: 'smtp', mode: 'error_before', count: 2 }),
    });
    await probe.publish(
      userRegistered(user),
      commissionCreated(notification.aCommission(user.userId)),
    );
    expect(await withStatus(user, 'email')).toMatchObject({ status: 'sent' });
    expect(await notification.emails(user.email)).toHaveLength(1);
  });

  it('wait for the digest of whoever wants one, and come in one e-mail', async () => {
    const user = somebody();
    const wish = { email_frequency: 'daily' };
    await notification.call('PUT', '/api/notifications/preferences', whoIs(user), wish);
    await probe.publish(
      userRegistered(user),
      commissionCreated(notification.aCommission(user.userId)),
      commissionCreated(notification.aCommission(user.userId)),
    );
    const waiting = await eventually(async () => {
      const all = await notification.list(whoIs(user));
      const emails = all.filter(({ channel }) => channel === 'email');
      return emails.length === 2 ? emails : undefined;
    });
    expect(waiting).toMatchObject([
      { status: 'queued', metadata: { reason: 'daily_digest' } },
      { status: 'queued', metadata: { reason: 'daily_digest' } },
    ]);
    notification.setNow(new Date(Date.now() + 25 * HOUR_MS));
    const emails = await eventually(async () => {
      const got = await notification.emails(user.email);
      return got.length > 0 ? got : undefined;
    });
    expect(emails).toMatchObject([{ subject: 'Your digest: 2 updates' }]);
    await eventually(async () => {
      const all = await notification.list(whoIs(user));
      return all.every(({ status }) => status === 'sent');
    });
    notification.setNow();
  });

  it('wait for Monday, eight o’clock in his own zone, for whoever wants them weekly', async () => {
    const user = somebody();
    const wish = { email_frequency: 'weekly', quiet_hours_timezone: 'Asia/Kathmandu' };
    await notification.call('PUT', '/api/notifications/preferences', whoIs(user), wish);
    await probe.publish(
      userRegistered(user),
      commissionCreated(notification.aCommission(user.userId)),
    );
    const digests = notification.service.platform.mongo.connection.collection('digests');
    const digest = await eventually(async () => {
      const row = await digests.findOne({ userId: user.userId });
      return row ?? undefined;
    });
    const due = digest['dueAt'] as Date;
    // 08:00 at +05:45, and the minute of grace in which nobody adds to it any more.
    expect([due.getUTCDay(), due.toISOString().slice(11)]).toEqual([1, '02:16:00.000Z']);
    const ahead = due.getTime() - Date.now();
    expect([ahead > 0, ahead <= 7 * DAY_MS]).toEqual([true, true]);
    // What comes later in the week is in the same one; a security alert waits for nobody.
    await probe.publish(
      commissionCreated(notification.aCommission(user.userId)),
      userCredentialsChanged({ ...user, changed: ['password'] }),
    );
    await eventually(async () => {
      const all = await notification.list(whoIs(user));
      const emails = all.filter(({ channel }) => channel === 'email');
      const waiting = emails.filter(({ metadata }) => metadata['reason'] === 'weekly_digest');
      return waiting.length === 2 && emails.some(({ status }) => status === 'sent');
    });
    expect(await digests.countDocuments({ userId: user.userId })).toBe(1);
    expect(await notification.emails(user.email)).toHaveLength(1);
    notification.setNow(new Date(Date.now() + 7 * DAY_MS + 60_000));
    const [newest, alert] = await eventually(async () => {
      const got = await notification.emails(user.email);
      return got.length === 2 ? got : undefined;
    });
    const digested = [newest, alert].find((one) => one?.subject === 'Your digest: 2 updates');
    expect(digested?.text.match(/You earned 12\.00 USD/g)).toHaveLength(2);
    expect(digested?.html.match(/<li>/g)).toHaveLength(2);
    expect(digested?.headers['list-unsubscribe']).toMatch(/^<http/);
    notification.setNow();
  });
});
