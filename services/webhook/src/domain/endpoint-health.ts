import { DAY_MS } from '@tributary/units';

/** How an endpoint has answered lately. */
export interface EndpointHealth {
  readonly failuresInRow: number;
  /** When the current run of failures began; null after a success. */
  readonly failingSince: Date | null;
}

export const HEALTHY: EndpointHealth = { failuresInRow: 0, failingSince: null };

/** The circuit breaker of an endpoint trips after so many failures in a row. */
export const HALF_OPEN_AFTER = 10;
/** An endpoint is switched off after failing for so long. */
const SWITCH_OFF_AFTER_MS = 5 * DAY_MS;
/** The owner has at least this long between a warning and the switch-off. */
const NOTICE_MS = DAY_MS;
/** The owner is warned after failures for so long: after one day, and one day before the switch-off. */
const WARN_AFTER_MS = [DAY_MS, 4 * DAY_MS];

/** The health after one more attempt. */
export const decideHealth = (
  health: EndpointHealth,
  succeeded: boolean,
  now: Date,
): EndpointHealth =>
  succeeded
    ? HEALTHY
    : {
        failuresInRow: health.failuresInRow + 1,
        failingSince: health.failingSince ?? now,
      };

/** Whether the circuit breaker is half-open: requests go one at a time, with pauses, until one succeeds. */
export const isHalfOpen = ({ failuresInRow }: EndpointHealth): boolean =>
  failuresInRow >= HALF_OPEN_AFTER;

/** The last warning that the owner of a failing endpoint got. */
export interface Warning {
  /** The `failingSince` of the failures that the warning was about. */
  readonly since: Date;
  /** 1 after one day of failures, 2 after four. */
  readonly level: number;
  readonly at: Date;
}

/** What the result of an attempt calls for: warning the owner, or switching the endpoint off. */
export type HealthAction =
  | ({ readonly kind: 'warn' } & Warning)
  /** The receiver answered 410: it is gone for good. */
  | { readonly kind: 'switch_off'; readonly reason: 'gone'; readonly at: Date }
  | {
      readonly kind: 'switch_off';
      readonly reason: 'failing';
      readonly since: Date;
      readonly at: Date;
    };

/** The level of warning that failures since `since` call for; 0 for none. */
const warningLevel = (since: Date, now: Date): number =>
  WARN_AFTER_MS.filter((ms) => now.getTime() - since.getTime() >= ms).length;

/**
 * When a failing endpoint is switched off whose owner was warned. Attempts may lie days apart, so a
 * warning may come late; the owner has a day from the warning on in any case.
 */
export const switchOffTime = ({ since, at }: Pick<Warning, 'since' | 'at'>): Date =>
  new Date(Math.max(since.getTime() + SWITCH_OFF_AFTER_MS, at.getTime() + NOTICE_MS));

/** What to do about an endpoint after an attempt; undefined for nothing. */
export function decideHealthAction(
  { failingSince: since }: EndpointHealth,
  { isGone, warning }: { isGone: boolean; warning: Warning | undefined },
  now: Date,
): HealthAction | undefined {
  if (isGone) return { kind: 'switch_off', reason: 'gone', at: now };
  if (since === null) return undefined;
  // A warning about earlier failures, which ended with a success, does not count.
  const given = warning?.since.getTime() === since.getTime() ? warning : undefined;
  if (given !== undefined && switchOffTime(given) <= now) {
    return { kind: 'switch_off', reason: 'failing', since, at: now };
  }
  const level = warningLevel(since, now);
  return level <= (given?.level ?? 0) ? undefined : { kind: 'warn', since, level, at: now };
}
