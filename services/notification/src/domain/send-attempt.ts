import { MINUTE_MS } from '@tributary/units';
import { backOffMs } from '@tributary/work/back-off';

/** The lease of a claimed notification or digest; one attempt takes less than half of it. */
export const LEASE_MS = 2 * MINUTE_MS;

/** The result of one attempt to send. */
export type SendResult = Readonly<
  | { kind: 'sent' }
  /** A hard bounce means that the address does not exist. */
  | { kind: 'permanent_failure'; reason: string; isHardBounce?: boolean }
  | { kind: 'temporary_failure'; reason: string }
  | { kind: 'suppressed'; reason: string }
>;

/** The provider refuses our account (credentials, billing), not the recipient. */
const ACCOUNT_REFUSED = new Set([401, 402, 403, 407]);
/** The provider timed out or is overloaded. */
const OVERLOADED = new Set([408, 429]);

/** Whether a provider may accept the same request later, by its HTTP status. */
export const isTemporaryStatus = (status: number): boolean =>
  status >= 500 || OVERLOADED.has(status) || ACCOUNT_REFUSED.has(status);

/** A notification's state after an attempt. */
export interface SendOutcome {
  readonly status: 'sent' | 'failed' | 'suppressed' | 'queued';
  readonly attempts: number;
  readonly dueAt: Date | null;
  readonly sentAt: Date | null;
  readonly reason: string | null;
  /** The digest that the notification moves into; left out where its digest does not change. */
  readonly digestId?: string;
}

const MAX_ATTEMPTS = 6;
const backOff = (firstMs: number) => ({ firstMs, maxMs: 240 * firstMs, factor: 4, jitter: 0 });

/** Retries after base, 4 × base, 16 × base …, at most 240 × base apart; six attempts in all. */
export function decideSendOutcome(
  attemptsBefore: number,
  result: SendResult,
  baseMs: number,
  now: Date,
): SendOutcome {
  const attempts = attemptsBefore + 1;
  const ended = { attempts, dueAt: null, sentAt: null };
  if (result.kind === 'sent') return { ...ended, status: 'sent', sentAt: now, reason: null };
  const { reason } = result;
  if (result.kind === 'suppressed') return { ...ended, status: 'suppressed', reason };
  if (result.kind === 'permanent_failure' || attempts >= MAX_ATTEMPTS) {
    return { ...ended, status: 'failed', reason };
  }
  const delayMs = backOffMs(attempts, backOff(baseMs), 0);
  const dueAt = new Date(now.getTime() + delayMs);
  return { status: 'queued', attempts, dueAt, sentAt: null, reason };
}
