import { randomUUIDv7 } from 'node:crypto';
import { type At, providers, type SagaStep } from './fault-table.ts';

/** What the sandbox's names make of a payment. */
export type Meaning = 'fine' | 'declined' | 'reversed' | 'onhold' | 'returned';

/** Which name makes a payout go through a step. */
export const meaningOf = (step: SagaStep): Meaning =>
  step === 'release' ? 'declined' : step === 'take back' ? 'reversed' : 'fine';

/** A name of its own where that can be, so that a fault can mean one payout alone. */
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
/** How a provider is asked about a payment that was made alone. */
export const looks = { card: 'cardproc.transfers.get', wallet: 'walletco.payouts.get' } as const;
export const callbacks = { card: 'cardproc.callbacks', wallet: 'walletco.callbacks' } as const;
/** The ledger's commands of the steps that it books. */
export const commands = { settle: 'Settle', release: 'Release', 'take back': 'Restore' } as const;
type Booked = keyof typeof commands;
export const isBooked = (step: SagaStep): step is Booked => step in commands;

/** All pairs of some steps and the providers. */
export const pairs = <Step extends SagaStep>(...steps: readonly Step[]) =>
  steps.flatMap((step) => providers.map((at) => ({ step, at })));
