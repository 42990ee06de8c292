import {
  campaignCreated,
  commissionCreated,
  userCredentialsChanged,
  type UserSnapshot,
} from '@tributary/contracts';
import { aCampaign, eventually } from '@tributary/testing';
import { DAY_MS } from '@tributary/units';
import {
  aCommission,
  callerFor,
  type NotificationUnderTest,
  startNotification,
} from '../../testing/start-notification.ts';

describe('categories', () => {
  let notification: NotificationUnderTest;
  beforeAll(async () => {
    notification = await startNotification();
  });
  afterEach(() => {
    notification.setNow();
  });
  afterAll(async () => {
    await notification.close();
  });

  const setPreferences = (user: UserSnapshot, preferences: object) =>
    notification.call('PUT', '/api/notifications/preferences', callerFor(user), preferences);
  const switchOff = (user: UserSnapshot, category: string, channel: string) =>
    setPreferences(user, { category_channels: { [category]: { [channel]: false } } });
  /** Notifies the user of a commission and of a draft, each in the product and by e-mail. */
  const notifyTwice = async (user: UserSnapshot): Promise<void> => {
    await notification.publish(
      commissionCreated(aCommission(user.userId)),
      campaignCreated(aCampaign({ brandId: user.userId })),
    );
    await eventually(async () => (await notification.list(callerFor(user))).length === 4);
  };
  const countOf = async (user: UserSnapshot, query: string): Promise<number> =>
    (await notification.call('GET', `/api/notifications/count${query}`, callerFor(user))).body
      .unread_count;
  const stateOf = async (user: UserSnapshot, category: string, channel: string) => {
    const all = await notification.list(callerFor(user), `?category=${category}`);
    const found = all.find((one) => one.channel === channel);
    return [found?.status, found?.metadata['reason']];
  };

  it('select notifications in lists and in the unread count', async () => {
    const user = await notification.createUser();
    await notifyTwice(user);
    const types = async (query: string) =>
      (await notification.list(callerFor(user), query)).map(({ type }) => type);
    expect(await types('?category=commission')).toEqual(['commission_earned', 'commission_earned']);
    expect(await types('?category=campaign&unread_only=true')).toEqual(['campaign_created']);
    expect(await types('?category=campaign&notification_type=commission_earned')).toEqual([]);
    expect(await types('?category=payout')).toEqual([]);
    expect(await countOf(user, '')).toBe(2);
    expect(await countOf(user, '?category=commission')).toBe(1);
    expect(await countOf(user, '?category=billing')).toBe(0);
    const unknown = '/api/notifications/count?category=weather';
    expect((await notification.call('GET', unknown, callerFor(user))).status).toBe(400);
  });

  it('are switched off by channel, each without the others', async () => {
    const user = await notification.createUser();
    await switchOff(user, 'campaign', 'email');
    const { preferences } = (await switchOff(user, 'commission', 'in_app')).body;
    expect(preferences['category_channels']).toMatchObject({
      campaign: { email: false, push: true, sms: true, in_app: true },
      commission: { email: true, push: true, sms: true, in_app: false },
      payout: { email: true, push: true, sms: true, in_app: true },
    });
    await notifyTwice(user);
    expect(await stateOf(user, 'campaign', 'email')).toEqual(['suppressed', 'category_disabled']);
    expect(await stateOf(user, 'campaign', 'in_app')).toEqual(['sent', undefined]);
    expect(await stateOf(user, 'commission', 'in_app')).toEqual([
      'suppressed',
      'category_disabled',
    ]);
    await eventually(async () => (await stateOf(user, 'commission', 'email'))[0] === 'sent');
    expect(await notification.emails(user.email)).toHaveLength(1);
    // A suppressed one is replaced by its e-mail as unread.
    expect(await countOf(user, '?category=commission')).toBe(1);
  });

  it('never switch security off', async () => {
    const user = await notification.createUser();
    expect((await switchOff(user, 'security', 'email')).status).toBe(400);
    const everything = ['system', 'campaign', 'commission', 'payout', 'application', 'general'];
    for (const category of everything) await switchOff(user, category, 'email');
    await notification.publish(userCredentialsChanged({ ...user, changed: ['password'] }));
    await eventually(async () => (await notification.emails(user.email)).length === 1);
  });

  it('are respected by digests, also where they are switched off after notifications were collected', async () => {
    const user = await notification.createUser();
    await setPreferences(user, { email_frequency: 'daily' });
    await notifyTwice(user);
    await switchOff(user, 'campaign', 'email');
    notification.setNow(new Date(Date.now() + 2 * DAY_MS));
    const [digest] = await eventually(async () => {
      const received = await notification.emails(user.email);
      return received.length > 0 ? received : undefined;
    });
    expect(digest?.subject).toBe('Your digest: 1 update');
    expect(digest?.text).toContain('You earned $12.00');
    expect(await stateOf(user, 'campaign', 'email')).toEqual(['suppressed', 'category_disabled']);
  });

  it('leave a digest unsent that has nothing left', async () => {
    const user = await notification.createUser();
    await setPreferences(user, { email_frequency: 'daily' });
    await notification.publish(campaignCreated(aCampaign({ brandId: user.userId })));
    await eventually(async () => (await notification.list(callerFor(user))).length === 2);
    await switchOff(user, 'campaign', 'email');
    notification.setNow(new Date(Date.now() + 2 * DAY_MS));
    await eventually(async () => (await stateOf(user, 'campaign', 'email'))[0] === 'suppressed');
    expect(await notification.emails(user.email)).toEqual([]);
  });
});
