import { type TributaryError } from './errors.ts';

/** When a failed call is repeated. */
export interface RetryPolicy {
  readonly maxRetries: number;
  /** The longest wait before the first retry, ms; it doubles with every further one. */
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
}

/** Whether a repetition may have a second effect decides what is repeated. */
const mayRepeat = ({ kind, status }: TributaryError, isRepeatable: boolean): boolean =>
  isRepeatable || kind === 'rate_limited' || status === 409;

/**
 * How long to wait before the next attempt, ms; undefined where there is none. Full jitter, because callers
 * that failed together would come back together; never before the time that the server named.
 * @param attempt how many attempts were made
 * @param random from 0 to 1
 */
export function retryDelayMs(
  error: TributaryError,
  { attempt, isRepeatable }: { readonly attempt: number; readonly isRepeatable: boolean },
  { maxRetries, baseDelayMs, maxDelayMs }: RetryPolicy,
  random: number,
): number | undefined {
  if (attempt > maxRetries || !error.retryable || !mayRepeat(error, isRepeatable)) return undefined;
  const jitter = random * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1));
  return (error.retryAfterMs ?? 0) + jitter;
}
