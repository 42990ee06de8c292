/** What trying to send came to. */
export type SendResult = Readonly<
  | { kind: 'sent' }
  /** For good. A hard bounce: there is nobody at this address. */
  | { kind: 'refused'; reason: string; isHardBounce?: boolean }
  | { kind: 'suppressed'; reason: string }
  /** Perhaps later. */
  | { kind: 'unsent'; reason: string }
>;

/** A provider does not know us, lets us not in, or wants to be paid: not the recipient's doing. */
const OUR_ACCOUNT = new Set([401, 402, 403, 407]);
/** The provider was slow, or has too much to do. */
const FOR_NOW = new Set([408, 429]);

/** Whether a provider's refusal over HTTP may be another one the next time. */
export const mayPass = (status: number): boolean =>
  status >= 500 || FOR_NOW.has(status) || OUR_ACCOUNT.has(status);

/** A notification's state after a try. */
export interface AfterSending {
  readonly status: 'sent' | 'failed' | 'suppressed' | 'queued';
  readonly attempts: number;
  readonly dueAt: Date | null;
  readonly sentAt: Date | null;
  readonly reason: string | null;
  /** The digest that it waits for now; left out where that stays as it is. */
  readonly digestId?: string;
}

const TRIES_AT_MOST = 6;
const LONGEST_FACTOR = 240;

/** Retries after base, 4 × base, 16 × base …, at most 240 × base apart; six tries in all. */
export function decideAfterSending(
  attemptsBefore: number,
  result: SendResult,
  baseMs: number,
  now: Date,
): AfterSending {
  const attempts = attemptsBefore + 1;
  const ended = { attempts, dueAt: null, sentAt: null };
  if (result.kind === 'sent') return { ...ended, status: 'sent', sentAt: now, reason: null };
  const { reason } = result;
  if (result.kind === 'suppressed') return { ...ended, status: 'suppressed', reason };
  if (result.kind === 'refused' || attempts >= TRIES_AT_MOST) {
    return { ...ended, status: 'failed', reason };
  }
  const waitMs = baseMs * Math.min(4 ** (attempts - 1), LONGEST_FACTOR);
  const dueAt = new Date(now.getTime() + waitMs);
  return { status: 'queued', attempts, dueAt, sentAt: null, reason };
}
