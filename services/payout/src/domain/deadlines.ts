import { HOUR_MS, MINUTE_MS } from '@tributary/units';
import { type Step } from './payout.ts';
import { type PayoutBatch } from './payout-run.ts';

/**
 * How long a payout may be in a step before it counts as stuck. Providers may take days, and the last payout in a run
 * of thousands waits for some minutes.
 */
export const stepDeadlinesMs: Readonly<Partial<Record<Step, number>>> = {
  reserving: 15 * MINUTE_MS,
  retrying: 5 * MINUTE_MS,
  submitting: 15 * MINUTE_MS,
  sent: 72 * HOUR_MS,
  settling: 15 * MINUTE_MS,
  releasing: 15 * MINUTE_MS,
  refusing: 15 * MINUTE_MS,
  voiding: 15 * MINUTE_MS,
  withdrawing: 15 * MINUTE_MS,
  restoring: 15 * MINUTE_MS,
  held: 72 * HOUR_MS,
};

/** How long a run may collect; one of ten thousand payouts takes a fraction of this. */
export const RUN_DEADLINE_MS = 30 * MINUTE_MS;

/** How long after its creation a batch may be in a state; it ends with the last of its payouts. */
export const batchDeadlinesMs: Readonly<Partial<Record<PayoutBatch['status'], number>>> = {
  created: RUN_DEADLINE_MS,
  processing: 73 * HOUR_MS,
};
