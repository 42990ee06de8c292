import { randomUUIDv7 } from 'node:crypto';
import {
  affiliateLeft,
  applicationApproved,
  campaignActivated,
  commissionCreated,
  invitationMade,
  memberAdded,
  memberInvited,
  userCredentialsChanged,
  userRegistered,
  type UserSnapshot,
  userStatusChanged,
  userSuspensionRestated,
} from '@tributary/contracts';
import { aCampaign, eventually, gatewayFetch } from '@tributary/testing';
import { HOUR_MS, DAY_MS } from '@tributary/units';
import { guestIdOf } from './guest-id.ts';
import { consumeEventsConsumers } from './consume-events.consumer.ts';
import {
  aCommission,
  aNewUser,
  callerFor,
  type NotificationUnderTest,
  startNotification,
} from '../../testing/start-notification.ts';

describe('events', () => {
  let notification: NotificationUnderTest;
  beforeAll(async () => {
    notification = await startNotification();
  });
  afterAll(async () => {
    await notification.close();
  });

  const waitForSent = (user: UserSnapshot, channel: string) =>
    eventually(async () => {
      const all = await notification.list(callerFor(user));
      const found = all.find((one) => one.channel === channel);
      return found?.status === 'queued' ? undefined : found;
    });

  it('create a notification in the product and an e-mail, with the amount in the subject', async () => {
    const user = aNewUser();
    await notification.publish(userRegistered(user), commissionCreated(aCommission(user.userId)));
    expect(await waitForSent(user, 'email')).toMatchObject({
      type: 'commission_earned',
      status: 'sent',
    });
    expect(await waitForSent(user, 'in_app')).toMatchObject({ status: 'sent' });
    const [email] = await notification.emails(user.email);
    expect(email).toMatchObject({ subject: 'You earned $12.00' });
    expect(email?.headers['message-id']).toMatch(/^<[0-9a-f-]{36}@/);
  });

  it('send a suspended account its security alerts alone, and everything after its reinstatement', async () => {
    const user = await notification.createUser();
    const suspended = { ...user, status: 'suspended', previousStatus: 'active' } as const;
    await notification.publish(userStatusChanged(suspended));
    await eventually(async () => {
      const alerts = await notification.emails(user.email);
      return alerts.length === 1;
    });
    await notification.earnCommission(user);
    await eventually(async () => {
      const all = await notification.list(callerFor(user));
      const email = all.find(
        ({ channel, type }) => channel === 'email' && type === 'commission_earned',
      );
      return email?.status === 'suppressed' && email.metadata['reason'] === 'account_suspended';
    });
    expect(await notification.emails(user.email)).toHaveLength(1);

    const reinstated = { ...user, status: 'active', previousStatus: 'suspended' } as const;
    await notification.publish(userStatusChanged(reinstated));
    await eventually(async () => {
      const contact = await notification.deps().contacts.find(user.userId);
      return contact?.isSuspended === false;
    });
    await notification.earnCommission(user);
    await eventually(async () => {
      const emails = await notification.emails(user.email);
      return emails.some(({ subject }) => subject === 'You earned $12.00');
    });
  });

  it('that restate a suspension stop the mails of the account, and alert it no second time', async () => {
    const user = await notification.createUser();
    const changedAt = new Date().toISOString();
    await notification.publish(userSuspensionRestated({ ...user, status: 'suspended', changedAt }));
    // The topics of accounts and commissions are read at the same time.
    await eventually(async () => {
      const contact = await notification.deps().contacts.find(user.userId);
      return contact?.isSuspended === true;
    });
    await notification.publish(commissionCreated(aCommission(user.userId)));
    await eventually(async () => {
      const all = await notification.list(callerFor(user));
      const email = all.find(({ channel }) => channel === 'email');
      return email?.status === 'suppressed' && email.metadata['reason'] === 'account_suspended';
    });
    const all = await notification.list(callerFor(user));
    expect(new Set(all.map(({ type }) => type))).toEqual(new Set(['commission_earned']));
    expect(await notification.emails(user.email)).toEqual([]);
  });

  it('invite users and guests; a guest who unsubscribes receives no invitation from any brand', async () => {
    const user = aNewUser();
    const guest = `g${randomUUIDv7()}@example.com`;
    const brand = aNewUser({ role: 'brand' });
    const anInvitation = (affiliateId: string | null, email: string | null) =>
      invitationMade({
        invitationId: randomUUIDv7(),
        campaignId: randomUUIDv7(),
        campaignName: 'Boats',
        brandId: brand.userId,
        brandName: 'Harbour',
        affiliateId,
        email,
        message: 'Come <b>',
        token: 'signed.text',
        expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
      });
    await notification.publish(userRegistered(brand));
    await eventually(() => notification.deps().contacts.find(brand.userId));
    await notification.publish(
      userRegistered(user),
      anInvitation(user.userId, null),
      anInvitation(null, guest),
    );
    expect(await waitForSent(user, 'in_app')).toMatchObject({ type: 'campaign_invitation' });
    const firstEmail = (email: string) =>
      eventually(async () => (await notification.emails(email))[0]);
    for (const email of [user.email, guest]) {
      const mail = await firstEmail(email);
      expect(mail.subject).toBe('Harbour invites you to Boats');
      expect(mail.text).toContain('/invitations/signed.text');
      expect(mail.html).toContain('Come &lt;b&gt;');
    }

    const { headers } = await firstEmail(guest);
    const unsubscribe = new URL((headers['list-unsubscribe'] ?? '').replace(/^<|>$/g, ''));
    const url = `${notification.service.url}${unsubscribe.pathname}${unsubscribe.search}`;
    expect((await gatewayFetch('notification', url, { method: 'POST' })).status).toBe(200);
    await notification.publish(anInvitation(null, guest));
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

  it('invite people to a team by e-mail, and alert the account when they have joined', async () => {
    const owner = aNewUser({ role: 'brand' });
    const email = `t${randomUUIDv7()}@example.com`;
    await notification.publish(
      userRegistered(owner),
      memberInvited({
        invitationId: randomUUIDv7(),
        accountId: owner.userId,
        accountName: 'Harbour <b>',
        email,
        memberRole: 'finance',
        token: 'tri_secret',
        expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
      }),
      memberAdded({
        accountId: owner.userId,
        accountRole: 'brand',
        memberId: randomUUIDv7(),
        memberRole: 'finance',
        joinedAt: new Date().toISOString(),
      }),
    );
    const mail = await eventually(async () => (await notification.emails(email))[0]);
    expect(mail.subject).toBe('Join the team of Harbour <b>');
    expect(mail.text).toContain('/team-invitations?token=tri_secret');
    expect(mail.html).toContain('Harbour &lt;b&gt;');
    expect(await waitForSent(owner, 'email')).toMatchObject({
      type: 'security_alert',
      title: 'A new member in your team',
    });
  });

  it('notify a user whose account arrives later', async () => {
    const user = aNewUser();
    await notification.publish(commissionCreated(aCommission(user.userId)));
    await eventually(async () => (await notification.list(callerFor(user))).length === 2);
    await notification.publish(userRegistered(user));
    await eventually(async () => (await notification.emails(user.email)).length === 1);
  });

  it('notify a user once, also when they are delivered again', async () => {
    const user = aNewUser();
    await notification.publish(userRegistered(user));
    await eventually(() => notification.deps().contacts.find(user.userId));
    const event = {
      id: randomUUIDv7(),
      type: commissionCreated.type,
      data: aCommission(user.userId),
      occurredAt: new Date(),
      correlationId: 'c',
    };
    const consumer = consumeEventsConsumers(notification.deps()).find(
      ({ eventType }) => eventType.type === event.type,
    );
    const consume = (times: number) =>
      consumer?.mode === 'bulk'
        ? consumer.handle(Array.from({ length: times }, () => event))
        : null;
    await Promise.all([consume(2), consume(1)]);
    await consume(1);
    await waitForSent(user, 'email');
    expect(await notification.list(callerFor(user))).toHaveLength(2);
    expect(await notification.emails(user.email)).toHaveLength(1);
  });

  it('notify the members of a campaign until they leave', async () => {
    const [member, former, brand] = [aNewUser(), aNewUser(), aNewUser({ role: 'brand' })];
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
    await notification.publish(
      applicationApproved(application(member, 'approved')),
      applicationApproved(application(former, 'approved')),
      affiliateLeft(application(former, 'left')),
    );
    await eventually(async () => {
      const { members: memberStore } = notification.deps();
      const gone = `${campaign.campaignId} ${former.userId}`;
      const isKnown = (await memberStore.listCampaignNames([gone])).has(gone);
      for await (const members of memberStore.pages(campaign.campaignId, 10)) {
        return isKnown && members.length === 1 && members[0] === member.userId;
      }
      return false;
    });
    await notification.publish(campaignActivated(campaign));
    const launched = (user: UserSnapshot) =>
      notification.list(callerFor(user), '?notification_type=campaign_launched');
    await eventually(async () => (await launched(member)).length === 2);
    await eventually(async () => (await launched(brand)).length === 2);
    expect((await launched(brand))[0]).toMatchObject({ title: 'Summer sale is live' });
    expect(await launched(former)).toEqual([]);
  });

  it('about security ignore every preference', async () => {
    const user = aNewUser();
    await notification.call('PUT', '/api/notifications/preferences', callerFor(user), {
      email_enabled: false,
      in_app_enabled: false,
    });
    await notification.publish(
      userRegistered(user),
      userCredentialsChanged({ ...user, changed: ['password'] }),
    );
    await eventually(async () => (await notification.emails(user.email)).length === 1);
    expect(await waitForSent(user, 'in_app')).toMatchObject({ status: 'sent' });
  });

  it('send text messages to users who enabled them and have a phone number', async () => {
    const phone = `+1555${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`;
    const [reachable, without] = [aNewUser({ phone }), aNewUser()];
    for (const user of [reachable, without]) {
      const preferences = { sms_enabled: true, email_enabled: false };
      await notification.call(
        'PUT',
        '/api/notifications/preferences',
        callerFor(user),
        preferences,
      );
    }
    await notification.publish(
      userRegistered(reachable),
      userRegistered(without),
      commissionCreated(aCommission(reachable.userId)),
      commissionCreated(aCommission(without.userId)),
    );
    expect(await waitForSent(reachable, 'sms')).toMatchObject({ status: 'sent' });
    const [text] = await notification.texts(phone);
    expect(text?.text).toContain('You earned $12.00');
    expect(await waitForSent(without, 'sms')).toMatchObject({
      status: 'suppressed',
      metadata: { reason: 'no_phone' },
    });
    expect(await waitForSent(without, 'email')).toMatchObject({
      status: 'suppressed',
      metadata: { reason: 'email_disabled' },
    });
  });

  it('lead to a failed notification where the mail server refuses the e-mail permanently', async () => {
    const user = aNewUser({ email: 'bounce@example.com' });
    await notification.publish(userRegistered(user), commissionCreated(aCommission(user.userId)));
    expect(await waitForSent(user, 'email')).toMatchObject({
      status: 'failed',
      metadata: { reason: 'smtp_550' },
    });
  });

  it('lead to six attempts where the mail server refuses the e-mail temporarily', async () => {
    const user = aNewUser({ email: 'busy@example.com' });
    await notification.publish(userRegistered(user), commissionCreated(aCommission(user.userId)));
    const failed = await eventually(
      async () => {
        const all = await notification.list(callerFor(user));
        return all.find(({ channel, status }) => channel === 'email' && status === 'failed');
      },
      { timeoutMs: 40_000 },
    );
    expect(failed).toMatchObject({ metadata: { reason: 'smtp_451' } });
  });

  it('lead to an e-mail once the mail server is available again', async () => {
    const user = aNewUser();
    const faults = `${notification.sandboxUrl}/faults`;
    await fetch(faults, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ target: 'smtp', mode: 'error_before', count: 2 }),
    });
    await notification.publish(userRegistered(user), commissionCreated(aCommission(user.userId)));
    expect(await waitForSent(user, 'email')).toMatchObject({ status: 'sent' });
    expect(await notification.emails(user.email)).toHaveLength(1);
  });

  it('are collected in one e-mail for a user who chose digests', async () => {
    const user = aNewUser();
    const preferences = { email_frequency: 'daily' };
    await notification.call('PUT', '/api/notifications/preferences', callerFor(user), preferences);
    await notification.publish(
      userRegistered(user),
      commissionCreated(aCommission(user.userId)),
      commissionCreated(aCommission(user.userId)),
    );
    const queued = await eventually(async () => {
      const all = await notification.list(callerFor(user));
      const emails = all.filter(({ channel }) => channel === 'email');
      return emails.length === 2 ? emails : undefined;
    });
    expect(queued).toMatchObject([
      { status: 'queued', metadata: { reason: 'daily_digest' } },
      { status: 'queued', metadata: { reason: 'daily_digest' } },
    ]);
    notification.setNow(new Date(Date.now() + 25 * HOUR_MS));
    const emails = await eventually(async () => {
      const received = await notification.emails(user.email);
      return received.length > 0 ? received : undefined;
    });
    expect(emails).toMatchObject([{ subject: 'Your digest: 2 updates' }]);
    await eventually(async () => {
      const all = await notification.list(callerFor(user));
      return all.every(({ status }) => status === 'sent');
    });
    notification.setNow();
  });

  it('are collected until Monday 08:00 in the user’s zone for weekly digests', async () => {
    const user = aNewUser();
    const preferences = { email_frequency: 'weekly', quiet_hours_timezone: 'Asia/Kathmandu' };
    await notification.call('PUT', '/api/notifications/preferences', callerFor(user), preferences);
    await notification.publish(userRegistered(user), commissionCreated(aCommission(user.userId)));
    const digests = notification.service.platform.mongo.connection.collection('digests');
    const digest = await eventually(async () => {
      const row = await digests.findOne({ userId: user.userId });
      return row ?? undefined;
    });
    const due = digest['dueAt'] as Date;
    // 08:00 at +05:45, and the minute in which no instance adds notifications.
    expect([due.getUTCDay(), due.toISOString().slice(11)]).toEqual([1, '02:16:00.000Z']);
    const ahead = due.getTime() - Date.now();
    expect([ahead > 0, ahead <= 7 * DAY_MS]).toEqual([true, true]);
    // Later notifications of the week join the same digest; a security alert is sent at once.
    await notification.publish(
      commissionCreated(aCommission(user.userId)),
      userCredentialsChanged({ ...user, changed: ['password'] }),
    );
    await eventually(async () => {
      const all = await notification.list(callerFor(user));
      const emails = all.filter(({ channel }) => channel === 'email');
      const waiting = emails.filter(({ metadata }) => metadata['reason'] === 'weekly_digest');
      return waiting.length === 2 && emails.some(({ status }) => status === 'sent');
    });
    expect(await digests.countDocuments({ userId: user.userId })).toBe(1);
    expect(await notification.emails(user.email)).toHaveLength(1);
    notification.setNow(new Date(Date.now() + 7 * DAY_MS + 60_000));
    const [newest, alert] = await eventually(async () => {
      const received = await notification.emails(user.email);
      return received.length === 2 ? received : undefined;
    });
    const digested = [newest, alert].find((one) => one?.subject === 'Your digest: 2 updates');
    expect(digested?.text.match(/You earned \$12\.00/g)).toHaveLength(2);
    expect(digested?.html.match(/<li>/g)).toHaveLength(2);
    expect(digested?.headers['list-unsubscribe']).toMatch(/^<http/);
    notification.setNow();
  });
});
