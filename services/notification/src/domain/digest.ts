import { nextDigest, whenUndisturbed } from './quiet-hours.ts';
import { switchedOff } from './notice.ts';
import { type Preferences } from './preferences.ts';
import { type Channel } from './notification.ts';

/** A user's digest of a moment. */
export interface Digest {
  readonly userId: string;
  readonly channel: Channel;
  readonly at: Date;
}

/**
 * By the moment, not by the day: after a change of zone or hours a day can have another one, and one
 * that was sent takes nothing more in.
 */
export const digestIdOf = ({ userId, channel, at }: Digest): string =>
  `${userId} ${channel} ${at.toISOString()}`;

/** What becomes of a digest that is due. */
export type DigestPlan = Readonly<
  | { kind: 'send' }
  | { kind: 'suppress'; reason: string }
  | { kind: 'wait'; until: Date }
  /** What it holds goes into the one of another moment. */
  | { kind: 'join'; digestAt: Date; reason: string }
>;

/**
 * By what its user wants now: he may have unsubscribed since it was begun, or moved to another zone.
 * @param at the digest's moment
 */
export function planDigest(at: Date, preferences: Preferences, now: Date): DigestPlan {
  const off = switchedOff('email', preferences);
  if (off !== undefined) return { kind: 'suppress', reason: off };
  const { emailFrequency } = preferences;
  // What was collected until somebody wanted e-mails at once is still sent as one.
  const next = emailFrequency === 'instant' ? at : nextDigest(preferences, justBefore(at));
  if (next > now && next.getTime() !== at.getTime()) {
    return { kind: 'join', digestAt: next, reason: `${emailFrequency}_digest` };
  }
  const until = whenUndisturbed(preferences, next > now ? next : now);
  return until > now ? { kind: 'wait', until } : { kind: 'send' };
}

const justBefore = (at: Date): Date => new Date(at.getTime() - 1);
