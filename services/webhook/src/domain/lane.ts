/** How a lane, the queue of one endpoint, has fared. */
export interface LaneHealth {
  readonly failuresInRow: number;
  /** Since when nothing but failures came; null after a success. */
  readonly failingSince: Date | null;
}

export const healthy: LaneHealth = { failuresInRow: 0, failingSince: null };

/** After so many failures in a row an endpoint counts as down. */
const TRIP_AFTER = 10;
/** An endpoint that only fails for so long is switched off. */
export const SWITCH_OFF_AFTER_MS = 5 * 86_400_000;

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

export const mustSwitchOff = ({ failingSince }: LaneHealth, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= SWITCH_OFF_AFTER_MS;

/** What an owner must know of his endpoint. */
export type LaneTrouble =
  | { readonly kind: 'gone' | 'failing' }
  | { readonly kind: 'warning'; readonly since: Date; readonly level: number };

/** Failing for so long, an owner is warned: after a day, and a day before the end. */
const WARN_AFTER_MS = [86_400_000, 4 * 86_400_000];

/** How urgently an owner is to be warned of an endpoint that does nothing but fail; 0 is not at all. */
export const warningLevel = ({ failingSince }: LaneHealth, now: Date): number =>
  failingSince === null
    ? 0
    : WARN_AFTER_MS.filter((ms) => now.getTime() - failingSince.getTime() >= ms).length;

/** What is to be said after an attempt, if anything. */
export function troubleOf(
  health: LaneHealth,
  { isGone, warned }: { isGone: boolean; warned: number },
  now: Date,
): LaneTrouble | undefined {
  if (isGone) return { kind: 'gone' };
  if (mustSwitchOff(health, now)) return { kind: 'failing' };
  const level = warningLevel(health, now);
  const { failingSince: since } = health;
  return since === null || level <= warned ? undefined : { kind: 'warning', since, level };
}
