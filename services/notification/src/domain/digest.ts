import { addDays, instantOf, wallClockAt } from './local-time.ts';
import { type Channel } from './notification.ts';
import { disabledReason, type Preferences } from './preferences.ts';
import { nextSendTime } from './quiet-hours.ts';

/** A user's collected notifications that are sent together. */
export interface Digest {
  readonly userId: string;
  readonly channel: Channel;
  readonly at: Date;
}

/**
 * The id names the time, not the day: a day can have two digests after the user changes zone or quiet
 * hours, and a sent digest takes no more notifications.
 */
export const digestIdOf = ({ userId, channel, at }: Digest): string =>
  `${userId} ${channel} ${at.toISOString()}`;

const DIGEST_MINUTES = 8 * 60;
const MONDAY = 1;
const WEEK_DAYS = 7;

/**
 * The first digest time after `now`: 08:00 in the user's zone, weekly digests on Mondays, deferred to the
 * end of quiet hours or do-not-disturb. Digests deferred to one end are one digest.
 */
export function nextDigestTime(preferences: Preferences, now: Date): Date {
  const { emailFrequency, quietHoursTimezone: zone } = preferences;
  const isWeekly = emailFrequency === 'weekly';
  const today = wallClockAt(now, zone).dayMs;
  // The search starts at the previous digest, because that digest may be deferred beyond `now`.
  for (let days = isWeekly ? -WEEK_DAYS : -1; ; days += 1) {
    const dayMs = addDays(today, days);
    if (isWeekly && new Date(dayMs).getUTCDay() !== MONDAY) continue;
    const slot = instantOf({ dayMs, minutes: DIGEST_MINUTES }, zone, 'first');
    const at = nextSendTime(preferences, slot);
    if (at > now) return at;
  }
}

/** The next step for a digest that is due. */
export type DigestPlan = Readonly<
  | { kind: 'send' }
  | { kind: 'suppress'; reason: string }
  | { kind: 'defer'; until: Date }
  /** Its notifications move into the digest of another time. */
  | { kind: 'merge'; digestAt: Date; reason: string }
>;

/**
 * Applies the user's current preferences: since the digest was created the user may have unsubscribed or
 * moved to another zone.
 * @param at the digest's time
 */
export function planDigest(at: Date, preferences: Preferences, now: Date): DigestPlan {
  const disabled = disabledReason('email', preferences);
  if (disabled !== undefined) return { kind: 'suppress', reason: disabled };
  const { emailFrequency } = preferences;
  // After a change to instant e-mails, the collected notifications still go out as one digest.
  const next = emailFrequency === 'instant' ? at : nextDigestTime(preferences, justBefore(at));
  if (next > now && next.getTime() !== at.getTime()) {
    return { kind: 'merge', digestAt: next, reason: `${emailFrequency}_digest` };
  }
  const until = nextSendTime(preferences, next > now ? next : now);
  return until > now ? { kind: 'defer', until } : { kind: 'send' };
}

const justBefore = (at: Date): Date => new Date(at.getTime() - 1);
