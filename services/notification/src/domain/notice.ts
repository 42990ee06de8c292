import { nextDigest, whenUndisturbed } from './quiet-hours.ts';
import { type Preferences } from './preferences.ts';
import { type AnyType, type Channel, type Priority, type Status } from './notification.ts';

/** What a notification says, before it is known how it reaches anybody. */
export interface Content {
  readonly title: string;
  readonly message: string;
  readonly actionUrl?: string | null;
  readonly actionLabel?: string | null;
}

/** Something to tell one user. */
export interface Notice extends Content {
  readonly type: AnyType;
  readonly priority: Priority;
  readonly entityType: string | null;
  readonly entityId: string | null;
  /** Left out: in the product, by e-mail, and by what else the user has switched on. */
  readonly channels?: readonly Channel[];
}

/** How a notice goes out over one channel. */
export interface Plan {
  readonly channel: Channel;
  readonly status: Status;
  /** When it is to be sent; null where there is nothing to send. */
  readonly dueAt: Date | null;
  /** When the digest is sent that it goes into. */
  readonly digestAt?: Date;
  /** Why it is suppressed or deferred, for the notification's metadata. */
  readonly reason?: string;
}

/** What every notice may pass: its user cannot switch it off. */
export const isUnstoppable = ({ type }: Pick<Notice, 'type'>): boolean => type === 'security_alert';

/** What of a notice decides how it goes out. */
type Weight = Pick<Notice, 'type' | 'priority'>;

const mayDisturb = (notice: Weight): boolean =>
  isUnstoppable(notice) || notice.priority === 'urgent';

/** Over which channels a notice goes, and when. */
export function planNotice(notice: Notice, preferences: Preferences, now: Date): Plan[] {
  const wanted = notice.channels ?? usualChannels(preferences);
  return wanted.map((channel) => planChannel(channel, notice, preferences, now));
}

const usualChannels = ({ pushEnabled, smsEnabled }: Preferences): Channel[] => [
  'in_app',
  'email',
  ...(pushEnabled ? (['push'] as const) : []),
  ...(smsEnabled ? (['sms'] as const) : []),
];

/**
 * How a notice goes out over one channel. Asked again before it is sent: what was deferred may not be
 * wanted any more by then.
 */
export function planChannel(
  channel: Channel,
  notice: Weight,
  preferences: Preferences,
  now: Date,
): Plan {
  const reason = isUnstoppable(notice) ? undefined : switchedOff(channel, preferences);
  if (reason !== undefined) return suppressed(channel, reason);
  // Always kept: whoever looks disturbs himself.
  if (channel === 'in_app') return { channel, status: 'sent', dueAt: null };
  return planSending(channel, notice, preferences, now);
}

/** Into the next digest, or out as soon as the user may be disturbed. */
function planSending(channel: Channel, notice: Weight, preferences: Preferences, now: Date): Plan {
  const isAtOnce = mayDisturb(notice);
  const { emailFrequency } = preferences;
  if (channel === 'email' && emailFrequency !== 'instant' && !isAtOnce) {
    const digestAt = nextDigest(preferences, now);
    return { channel, status: 'queued', dueAt: null, digestAt, reason: `${emailFrequency}_digest` };
  }
  const dueAt = isAtOnce ? now : whenUndisturbed(preferences, now);
  const later = dueAt > now ? { reason: `deferred_until_${dueAt.toISOString()}` } : {};
  return { channel, status: 'queued', dueAt, ...later };
}

/** Why nothing is wanted over a channel; undefined where it is. */
export function switchedOff(channel: Channel, preferences: Preferences): string | undefined {
  if (channel === 'email' && preferences.emailFrequency === 'never') return 'email_frequency_never';
  const enabled = {
    email: preferences.emailEnabled,
    push: preferences.pushEnabled,
    sms: preferences.smsEnabled,
    in_app: preferences.inAppEnabled,
  };
  return enabled[channel] ? undefined : `${channel}_disabled`;
}

const suppressed = (channel: Channel, reason: string): Plan => ({
  channel,
  status: 'suppressed',
  dueAt: null,
  reason,
});
