import { planDeliveries } from './delivery-plan.ts';
import { type Notice } from './notice.ts';
import { defaultPreferences, type Preferences } from './preferences.ts';

const now = new Date('2026-05-01T23:00:00.000Z');
const notice: Notice = {
  type: 'commission_earned',
  priority: 'normal',
  text: () => ({ title: 'title', message: 'message' }),
  entityType: null,
  entityId: null,
};
const quiet: Preferences = {
  ...defaultPreferences,
  quietHoursEnabled: true,
  quietHoursStart: '22:00',
  quietHoursEnd: '07:00',
};
const plans = (given: Partial<Notice>, preferences: Partial<Preferences> = {}) =>
  planDeliveries({ ...notice, ...given }, { ...defaultPreferences, ...preferences }, now);

describe('planDeliveries', () => {
  it('delivers in the product and by e-mail at once by default', () => {
    expect(plans({})).toEqual([
      { channel: 'in_app', status: 'sent', dueAt: null },
      { channel: 'email', status: 'queued', dueAt: now },
    ]);
  });

  it('suppresses a disabled channel, with the reason', () => {
    const off = { inAppEnabled: false, emailEnabled: false };
    expect(plans({}, off).map(({ status, reason }) => [status, reason])).toEqual([
      ['suppressed', 'in_app_disabled'],
      ['suppressed', 'email_disabled'],
    ]);
    expect(plans({ channels: ['email'] }, { emailFrequency: 'never' })).toEqual([
      { channel: 'email', status: 'suppressed', dueAt: null, reason: 'email_frequency_never' },
    ]);
    expect(plans({ channels: ['sms'] })[0]).toMatchObject({ reason: 'sms_disabled' });
    expect(plans({ channels: ['push'] })[0]).toMatchObject({ reason: 'push_disabled' });
    expect(plans({ channels: ['push'] }, { pushEnabled: true })[0]).toMatchObject({
      status: 'queued',
      dueAt: now,
    });
  });

  it('uses the further channels that the user enabled', () => {
    const channels = plans({}, { smsEnabled: true, pushEnabled: true }).map((plan) => plan.channel);
    expect(channels).toEqual(['in_app', 'email', 'push', 'sms']);
  });

  it('defers e-mail to the end of quiet hours, but not in_app notifications', () => {
    const end = new Date('2026-05-02T07:00:00.000Z');
    expect(plans({}, quiet)).toEqual([
      { channel: 'in_app', status: 'sent', dueAt: null },
      {
        channel: 'email',
        status: 'queued',
        dueAt: end,
        reason: 'deferred_until_2026-05-02T07:00:00.000Z',
      },
    ]);
  });

  it('ignores quiet hours for urgent notices, and every preference for security alerts', () => {
    expect(plans({ priority: 'urgent' }, quiet)[1]).toMatchObject({ dueAt: now });
    expect(
      plans(
        { type: 'security_alert' },
        { ...quiet, emailEnabled: false, emailFrequency: 'never', inAppEnabled: false },
      ).map(({ status, dueAt }) => [status, dueAt]),
    ).toEqual([
      ['sent', null],
      ['queued', now],
    ]);
  });

  it('suppresses the channels that are switched off for a category, and no others', () => {
    const categoryChannels = { commission: { email: false } };
    expect(plans({}, { categoryChannels }).map(({ status, reason }) => [status, reason])).toEqual([
      ['sent', undefined],
      ['suppressed', 'category_disabled'],
    ]);
    const statuses = plans({ type: 'payout_processed' }, { categoryChannels });
    expect(statuses.map(({ status }) => status)).toEqual(['sent', 'queued']);
  });

  it('plans a digest where the user chose one', () => {
    expect(plans({ channels: ['email'] }, { emailFrequency: 'daily' })).toEqual([
      {
        channel: 'email',
        status: 'queued',
        dueAt: null,
        digestAt: new Date('2026-05-02T08:00:00.000Z'),
        reason: 'daily_digest',
      },
    ]);
  });
});
