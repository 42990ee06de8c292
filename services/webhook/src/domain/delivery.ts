import { MAX_ATTEMPTS, retryDelayMs } from './retry-schedule.ts';

export const deliveryStatuses = ['success', 'failed', 'retrying'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The result of one HTTP request to an endpoint. */
export type AttemptResult = Readonly<
  | { kind: 'response'; status: number; body: string; durationMs: number }
  /** A connection, DNS or TLS error, or a timeout. */
  | { kind: 'no_response'; error: string; durationMs: number }
  /** The target may not be called, for instance because its address is private. Nothing was sent. */
  | { kind: 'refused'; error: string; durationMs: number }
>;

/** The fields of a delivery that an attempt changes. */
export interface AttemptOutcome {
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly responseCode: number | null;
  readonly responseBody: string | null;
  readonly errorMessage: string | null;
  /** When the next attempt is due; null for none. */
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
}

export interface RetryPolicy {
  readonly baseMs: number;
  /** A random number in [0, 1) for the jitter. */
  readonly random: number;
}

/** Errors of deliveries that end without an attempt. */
export const ENDPOINT_SWITCHED_OFF = 'The endpoint is switched off';
export const ENDPOINT_DELETED = 'The endpoint was removed';

const GONE = 410;

/** Status 2xx is success; 3xx and 4xx fail at once; 5xx and no response are retried, up to ten attempts. */
export function decideAttemptOutcome(
  attemptsBefore: number,
  result: AttemptResult,
  policy: RetryPolicy,
  now: Date,
): AttemptOutcome {
  const attempts = attemptsBefore + 1;
  const succeeded = isSuccess(result);
  const retried = !succeeded && isRetryable(result) && attempts < MAX_ATTEMPTS;
  const delayMs = retried ? retryDelayMs(attempts, policy.baseMs, policy.random) : 0;
  return {
    status: succeeded ? 'success' : retried ? 'retrying' : 'failed',
    attempts,
    ...responseOf(result),
    nextAttemptAt: retried ? new Date(now.getTime() + delayMs) : null,
    deliveredAt: succeeded ? now : null,
  };
}

/** The outcome of a test delivery, which has one attempt. */
export const testOutcome = (result: AttemptResult, now: Date): AttemptOutcome => ({
  status: isSuccess(result) ? 'success' : 'failed',
  attempts: 1,
  ...responseOf(result),
  nextAttemptAt: null,
  deliveredAt: isSuccess(result) ? now : null,
});

export const isSuccess = (result: AttemptResult): boolean =>
  result.kind === 'response' && result.status >= 200 && result.status <= 299;

/** Whether the receiver reported that it is gone for good. */
export const isGone = (result: AttemptResult): boolean =>
  result.kind === 'response' && result.status === GONE;

const isRetryable = (result: AttemptResult): boolean =>
  result.kind === 'response' ? result.status >= 500 : result.kind === 'no_response';

const responseOf = (result: AttemptResult) => ({
  responseCode: result.kind === 'response' ? result.status : null,
  responseBody: result.kind === 'response' ? result.body : null,
  errorMessage: errorOf(result),
});

function errorOf(result: AttemptResult): string | null {
  if (isSuccess(result)) return null;
  if (result.kind !== 'response') return result.error;
  if (result.status >= 300 && result.status <= 399) {
    return `Answered ${String(result.status)}; redirects are not followed`;
  }
  return `Answered ${String(result.status)}`;
}
