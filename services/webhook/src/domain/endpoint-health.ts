import { DAY_MS } from '@tributary/units';

/** How a lane, the queue of one endpoint, has fared. */
export interface LaneHealth {
  readonly failuresInRow: number;
  /** Since when nothing but failures came; null after a success. */
  readonly failingSince: Date | null;
}

export const healthy: LaneHealth = { failuresInRow: 0, failingSince: null };

/** After so many failures in a row an endpoint counts as down. */
export const TRIP_AFTER = 10;
/** An endpoint that only fails for so long is switched off. */
const SWITCH_OFF_AFTER_MS = 5 * DAY_MS;
/** What is left to an owner, from the last warning on, to mend his endpoint. */
const NOTICE_MS = DAY_MS;

/** The lane's health after one more attempt. */
export const decideHealth = (health: LaneHealth, succeeded: boolean, now: Date): LaneHealth =>
  succeeded
    ? healthy
    : {
        failuresInRow: health.failuresInRow + 1,
        failingSince: health.failingSince ?? now,
      };

/** Whether to send at a trickle: one at a time, with pauses, until something succeeds. */
export const isTripped = ({ failuresInRow }: LaneHealth): boolean => failuresInRow >= TRIP_AFTER;

/** What an owner was warned of last. */
export interface Warning {
  /** Since when the endpoint only failed. */
  readonly since: Date;
  /** How late in these failures. */
  readonly level: number;
  readonly at: Date;
}

/** What an owner must know of his endpoint. */
export type LaneTrouble =
  | { readonly kind: 'gone'; readonly at: Date }
  | { readonly kind: 'failing'; readonly since: Date; readonly at: Date }
  | ({ readonly kind: 'warning' } & Warning);

/** Failing for so long, an owner is warned: after a day, and a day before the end. */
const WARN_AFTER_MS = [DAY_MS, 4 * DAY_MS];

/** How urgently an owner is to be warned of an endpoint that does nothing but fail; 0 is not at all. */
const warningLevel = (since: Date, now: Date): number =>
  WARN_AFTER_MS.filter((ms) => now.getTime() - since.getTime() >= ms).length;

/**
 * When an endpoint is switched off whose owner was warned and that goes on failing. Failures may lie
 * days apart, so a warning may come late; it is always in time to do something about it.
 */
export const switchOffTime = ({ since, at }: Pick<Warning, 'since' | 'at'>): Date =>
  new Date(Math.max(since.getTime() + SWITCH_OFF_AFTER_MS, at.getTime() + NOTICE_MS));

/** What is to be said after an attempt, if anything. */
export function troubleOf(
  { failingSince: since }: LaneHealth,
  { isGone, warning }: { isGone: boolean; warning: Warning | undefined },
  now: Date,
): LaneTrouble | undefined {
  if (isGone) return { kind: 'gone', at: now };
  if (since === null) return undefined;
  // One of earlier failures, which ended, says nothing of these.
  const given = warning?.since.getTime() === since.getTime() ? warning : undefined;
  if (given !== undefined && switchOffTime(given) <= now)
    return { kind: 'failing', since, at: now };
  const level = warningLevel(since, now);
  return level <= (given?.level ?? 0) ? undefined : { kind: 'warning', since, level, at: now };
}
