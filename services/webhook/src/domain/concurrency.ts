/** Every endpoint may have so many requests in flight, however slow or broken it is. */
export const GUARANTEED_CONCURRENCY = 4;

/** A response within this time shows that the endpoint can take more requests at a time. */
const FAST_MS = 250;
/** A response slower than this shows that the endpoint has too many requests at a time. */
const SLOW_MS = 1_000;

export interface CompletedAttempt {
  readonly succeeded: boolean;
  readonly durationMs: number;
  /** Whether more deliveries were waiting for a free slot. */
  readonly moreWaiting: boolean;
}

/** Requests in flight at an endpoint whose response times are unknown yet. */
export const initialConcurrency = (limit: number): number =>
  Math.min(GUARANTEED_CONCURRENCY, limit);

/**
 * Requests in flight after one more attempt: one more after a fast success while others wait, half as
 * many (but never fewer than the guaranteed ones) after a failure or a slow response.
 */
export function decideConcurrency(
  current: number,
  { succeeded, durationMs, moreWaiting }: CompletedAttempt,
  limit: number,
): number {
  if (!succeeded || durationMs > SLOW_MS) {
    return Math.max(initialConcurrency(limit), Math.floor(current / 2));
  }
  return moreWaiting && durationMs <= FAST_MS ? Math.min(current + 1, limit) : current;
}
