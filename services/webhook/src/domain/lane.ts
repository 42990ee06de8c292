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
