import { MAX_ATTEMPTS, retryDelayMs } from './retry-schedule.ts';

export const deliveryStatuses = ['success', 'failed', 'retrying'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** What one try to deliver came to. */
export type AttemptResult = Readonly<
  | { kind: 'answered'; status: number; body: string; durationMs: number }
  /** No answer: connection, DNS, TLS, time-out. */
  | { kind: 'unanswered'; error: string; durationMs: number }
  /** The target may not be called: its address is not public. Nothing was sent. */
  | { kind: 'refused'; error: string; durationMs: number }
>;

/** What a delivery is after an attempt. */
export interface AfterAttempt {
  readonly status: DeliveryStatus;
  readonly attempts: number;
  readonly responseCode: number | null;
  readonly responseBody: string | null;
  readonly errorMessage: string | null;
  /** When it is due again; null where it ended. */
  readonly nextAttemptAt: Date | null;
  readonly deliveredAt: Date | null;
  /** The receiver said that it is gone for good. */
  readonly endpointGone: boolean;
}

export interface RetryPolicy {
  readonly baseMs: number;
  /** A random number in [0, 1) for the jitter. */
  readonly random: number;
}

const GONE = 410;

/** 2xx ends well; 3xx and 4xx end badly at once; 5xx and no answer are tried again, ten times in all. */
export function decideAfterAttempt(
  attemptsBefore: number,
  result: AttemptResult,
  policy: RetryPolicy,
  now: Date,
): AfterAttempt {
  const attempts = attemptsBefore + 1;
  const response =
    result.kind === 'answered'
      ? { responseCode: result.status, responseBody: result.body }
      : { responseCode: null, responseBody: null };
  const succeeded = isSuccess(result);
  const retried = !succeeded && mayRetry(result) && attempts < MAX_ATTEMPTS;
  const wait = retried ? retryDelayMs(attempts, policy.baseMs, policy.random) : 0;
  return {
    status: succeeded ? 'success' : retried ? 'retrying' : 'failed',
    attempts,
    ...response,
    errorMessage: errorOf(result),
    nextAttemptAt: retried ? new Date(now.getTime() + wait) : null,
    deliveredAt: succeeded ? now : null,
    endpointGone: result.kind === 'answered' && result.status === GONE,
  };
}

export const isSuccess = (result: AttemptResult): boolean =>
  result.kind === 'answered' && result.status >= 200 && result.status <= 299;

const mayRetry = (result: AttemptResult): boolean =>
  result.kind === 'answered' ? result.status >= 500 : result.kind === 'unanswered';

function errorOf(result: AttemptResult): string | null {
  if (isSuccess(result)) return null;
  if (result.kind !== 'answered') return result.error;
  if (result.status >= 300 && result.status <= 399) {
    return `Answered ${String(result.status)}; redirects are not followed`;
  }
  return `Answered ${String(result.status)}`;
}
