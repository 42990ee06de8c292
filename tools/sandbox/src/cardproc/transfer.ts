import type { Posting } from '../books/postings.ts';

export type TransferStatus = 'pending' | 'paid' | 'failed' | 'reversed';
export type FailureCode = 'account_declined' | 'temporarily_unavailable';

/** Something that is still to happen to a transfer. */
export type TransferStep = Readonly<{
  atMs: number;
  to: Exclude<TransferStatus, 'pending'>;
  failureCode: FailureCode | null;
}>;

/** What the caller requested, and its idempotency key. */
export type TransferRequest = Readonly<{
  amount: number;
  currency: string;
  destination: string;
  metadata: Readonly<Record<string, string>>;
  key: string;
  bodyHash: string;
}>;

export type Transfer = TransferRequest &
  Readonly<{
    id: string;
    status: TransferStatus;
    failureCode: FailureCode | null;
    createdMs: number;
    /** The first call is not answered before this, nor is a replay of it. */
    answerAtMs: number;
    steps: readonly TransferStep[];
  }>;

export type CardprocPostingType = 'transfer' | 'transfer_failure' | 'transfer_reversal';
export type CardprocPosting = Posting<CardprocPostingType>;

const FAILURE_MESSAGES: Readonly<Record<FailureCode, string>> = {
  account_declined: 'The account does not take transfers.',
  temporarily_unavailable: 'The account cannot be reached just now.',
};

type Moment = Readonly<{ nowMs: number; settleMs: number; slowMs: number }>;
type Plan = Readonly<{ answerAtMs: number; steps: readonly TransferStep[] }>;

/**
 * What will become of a transfer, by the name of its destination.
 * @param earlierOfPayout how many transfers the same payout had before
 */
export function planTransfer(destination: string, earlierOfPayout: number, at: Moment): Plan {
  const { nowMs, settleMs } = at;
  const answerAtMs = destination === 'acct_slow' ? nowMs + at.slowMs : nowMs;
  const settledAtMs = answerAtMs + settleMs;
  const paid: TransferStep = { atMs: settledAtMs, to: 'paid', failureCode: null };
  const fails = (failureCode: FailureCode): Plan => ({
    answerAtMs,
    steps: [{ atMs: settledAtMs, to: 'failed', failureCode }],
  });
  if (destination === 'acct_declined') return fails('account_declined');
  if (destination === 'acct_temporary' && earlierOfPayout === 0) {
    return fails('temporarily_unavailable');
  }
  if (destination !== 'acct_reversed') return { answerAtMs, steps: [paid] };
  const reversed: TransferStep = { ...paid, atMs: settledAtMs + settleMs, to: 'reversed' };
  return { answerAtMs, steps: [paid, reversed] };
}

/** The transfer after its next step. */
export function applyStep(transfer: Transfer, step: TransferStep): Transfer {
  return {
    ...transfer,
    status: step.to,
    failureCode: step.failureCode,
    steps: transfer.steps.slice(1),
  };
}

/** Which line of the statement a status brings, and its sign. */
export function postingOf(
  status: TransferStatus,
): Readonly<{ type: CardprocPostingType; sign: 1 | -1 }> | undefined {
  if (status === 'pending') return { type: 'transfer', sign: -1 };
  if (status === 'failed') return { type: 'transfer_failure', sign: 1 };
  if (status === 'reversed') return { type: 'transfer_reversal', sign: 1 };
  return undefined;
}

/** The transfer as callers see it. */
export function transferBody(transfer: Transfer): Readonly<Record<string, unknown>> {
  const { failureCode } = transfer;
  return {
    id: transfer.id,
    object: 'transfer',
    amount: transfer.amount,
    amount_reversed: transfer.status === 'reversed' ? transfer.amount : 0,
    currency: transfer.currency,
    destination: transfer.destination,
    status: transfer.status,
    failure_code: failureCode,
    failure_message: failureCode === null ? null : FAILURE_MESSAGES[failureCode],
    created: Math.floor(transfer.createdMs / 1000),
    metadata: transfer.metadata,
  };
}

/** The transfer as it was when it was created: what its idempotency key replays. */
export function createdBody(transfer: Transfer): Readonly<Record<string, unknown>> {
  return transferBody({ ...transfer, status: 'pending', failureCode: null });
}
