import { randomUUIDv7 } from 'node:crypto';
import { type At, providers, type SagaStep } from './fault-table.ts';

/** Meanings of the sandbox's destination names. */
export type Meaning = 'fine' | 'declined' | 'reversed' | 'onhold' | 'returned';

/** The meaning of a destination whose payout goes through a step. */
export const meaningOf = (step: SagaStep): Meaning =>
  step === 'release' ? 'declined' : step === 'reverse' ? 'reversed' : 'fine';

/** A unique destination where the meaning allows it, so that a fault can match one payout. */
export function named(at: At, meaning: Meaning): string {
  const own = randomUUIDv7().replaceAll('-', '');
  if (at === 'wallet') return `${meaning === 'fine' ? 'ann' : meaning}@${own}.example.com`;
  return meaning === 'fine' ? `acct_${own}` : `acct_${meaning}`;
}

/** Calls of the sandbox, as faults name them. */
export const creates = {
  card: 'cardproc.transfers.create',
  wallet: 'walletco.payouts.create',
} as const;
/** The calls that query a single payment. */
export const queries = { card: 'cardproc.transfers.get', wallet: 'walletco.payouts.get' } as const;
export const callbacks = { card: 'cardproc.callbacks', wallet: 'walletco.callbacks' } as const;
/** The ledger's command of each step that it books. */
export const commands = { settle: 'Settle', release: 'Release', reverse: 'Restore' } as const;
type Booked = keyof typeof commands;
export const isBooked = (step: SagaStep): step is Booked => step in commands;

/** All pairs of some steps and the providers. */
export const pairs = <Step extends SagaStep>(...steps: readonly Step[]) =>
  steps.flatMap((step) => providers.map((at) => ({ step, at })));
