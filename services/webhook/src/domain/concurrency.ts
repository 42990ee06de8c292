/** Requests that every endpoint may have under way, however slow or broken it is. */
export const ALWAYS_UNDER_WAY = 4;

/** An answer within this time says that its endpoint bears more at a time. */
const QUICK_MS = 250;
/** An answer that takes longer than this says that it bears less. */
const SLOW_MS = 1_000;

/** An attempt that is over, as far as it tells how much its endpoint bears. */
export interface Answered {
  readonly succeeded: boolean;
  readonly durationMs: number;
  /** Whether more would have been sent by then, had there been room. */
  readonly moreWaits: boolean;
}

/** How many requests may be under way at an endpoint of which nothing is known yet. */
export const firstWidth = (atMost: number): number => Math.min(ALWAYS_UNDER_WAY, atMost);

/**
 * How many may be under way after one more attempt: one more with each quick success while others
 * wait, half as many, but never fewer than at first, where the endpoint fails or takes its time.
 */
export function decideWidth(
  width: number,
  { succeeded, durationMs, moreWaits }: Answered,
  atMost: number,
): number {
  if (!succeeded || durationMs > SLOW_MS) {
    return Math.max(firstWidth(atMost), Math.floor(width / 2));
  }
  return moreWaits && durationMs <= QUICK_MS ? Math.min(width + 1, atMost) : width;
}
