import { nextDigestTime } from './digest.ts';
import { isMandatory, type Notice } from './notice.ts';
import { type Channel, type Status } from './notification.ts';
import { exclusionOf, type Preferences } from './preferences.ts';
import { nextSendTime } from './quiet-hours.ts';

/** How and when a notice is delivered over one channel. */
export interface DeliveryPlan {
  readonly channel: Channel;
  readonly status: Status;
  /** The send time; null where nothing is sent. */
  readonly dueAt: Date | null;
  /** The time of the digest that includes the notice. */
  readonly digestAt?: Date;
  /** Why the notice is suppressed or deferred; goes into the notification's metadata. */
  readonly reason?: string;
}

/** The fields of a notice that decide its delivery. */
type Urgency = Pick<Notice, 'type' | 'priority'>;

const ignoresQuietHours = (notice: Urgency): boolean =>
  isMandatory(notice) || notice.priority === 'urgent';

/** The channels of a notice, each with its delivery plan. */
export function planDeliveries(
  notice: Notice,
  preferences: Preferences,
  now: Date,
): DeliveryPlan[] {
  const channels = notice.channels ?? defaultChannels(preferences);
  return channels.map((channel) => planDelivery(channel, notice, preferences, now));
}

const defaultChannels = ({ pushEnabled, smsEnabled }: Preferences): Channel[] => [
  'in_app',
  'email',
  ...(pushEnabled ? (['push'] as const) : []),
  ...(smsEnabled ? (['sms'] as const) : []),
];

/**
 * The delivery of a notice over one channel. It is planned again before a queued notice is sent, because
 * the user's preferences may have changed since.
 */
export function planDelivery(
  channel: Channel,
  notice: Urgency,
  preferences: Preferences,
  now: Date,
): DeliveryPlan {
  const reason = isMandatory(notice) ? undefined : exclusionOf(notice.type, channel, preferences);
  if (reason !== undefined) return { channel, status: 'suppressed', dueAt: null, reason };
  // Quiet hours do not apply: an in_app notification disturbs nobody.
  if (channel === 'in_app') return { channel, status: 'sent', dueAt: null };
  return planSending(channel, notice, preferences, now);
}

function planSending(
  channel: Channel,
  notice: Urgency,
  preferences: Preferences,
  now: Date,
): DeliveryPlan {
  const isImmediate = ignoresQuietHours(notice);
  const { emailFrequency } = preferences;
  if (channel === 'email' && emailFrequency !== 'instant' && !isImmediate) {
    const digestAt = nextDigestTime(preferences, now);
    return { channel, status: 'queued', dueAt: null, digestAt, reason: `${emailFrequency}_digest` };
  }
  const dueAt = isImmediate ? now : nextSendTime(preferences, now);
  const deferral = dueAt > now ? { reason: `deferred_until_${dueAt.toISOString()}` } : {};
  return { channel, status: 'queued', dueAt, ...deferral };
}
