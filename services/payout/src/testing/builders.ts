import { randomUUIDv7 } from 'node:crypto';
import { type PayoutAccount } from '../domain/account.ts';
import { type Payout } from '../domain/payout.ts';
import { type PayoutBatch, type PayoutRun } from '../domain/payout-run.ts';
import { type ProviderOutcome } from '../domain/provider-outcome.ts';

const NOW = new Date('2026-05-01T12:00:00.000Z');

/** A requested payout of 100.00 USD whose amount is not reserved yet. */
export const aPayout = (given: Partial<Payout> = {}): Payout => ({
  id: randomUUIDv7(),
  affiliateId: randomUUIDv7(),
  accountId: randomUUIDv7(),
  provider: 'cardproc_connect',
  destination: 'acct_1',
  kind: 'requested',
  step: 'reserving',
  amountMinor: 10_000,
  feeMinor: 50,
  currency: 'USD',
  commissionIds: [],
  items: [],
  referenceNumber: `PO-20260501-${randomUUIDv7().slice(-6)}`,
  description: null,
  retryCount: 0,
  reserveAttempt: 1,
  transactionId: null,
  batchId: null,
  itemId: null,
  failureReason: null,
  failureIsTemporary: false,
  isReversed: false,
  holdReasons: [],
  scheduled: null,
  groupKey: null,
  invoiceNumber: null,
  creditNoteNumber: null,
  requestedAt: NOW,
  submittedAt: null,
  completedAt: null,
  ...given,
});

/** A daily run that has collected nothing yet. */
export const aRun = (given: Partial<PayoutRun> = {}): PayoutRun => ({
  id: randomUUIDv7(),
  frequency: 'daily',
  day: NOW,
  state: 'collecting',
  cursor: '',
  payoutCount: 0,
  amountMinor: 0,
  createdAt: NOW,
  collectedAt: null,
  ...given,
});

/** A batch of one payout of 100.00 USD that has not begun. */
export const aBatch = (given: Partial<PayoutBatch> = {}): PayoutBatch => ({
  id: randomUUIDv7(),
  runId: 'daily:2026-05-01',
  provider: 'walletco_payouts',
  frequency: 'daily',
  status: 'created',
  periodStart: '2026-04-30',
  periodEnd: '2026-04-30',
  payoutCount: 1,
  amountMinor: 10_000,
  completedCount: 0,
  failedCount: 0,
  heldCount: 0,
  currency: 'USD',
  createdAt: NOW,
  endedAt: null,
  ...given,
});

/** A verified account at the card processor. */
export const anAccount = (given: Partial<PayoutAccount> = {}): PayoutAccount => ({
  id: randomUUIDv7(),
  affiliateId: randomUUIDv7(),
  provider: 'cardproc_connect',
  destination: 'acct_1',
  minimumPayoutMinor: 5_000,
  frequency: 'monthly',
  autoPayoutEnabled: true,
  isVerified: true,
  isBarred: false,
  isActive: true,
  isDefault: false,
  changedAt: null,
  redirectedAt: null,
  code: null,
  createdAt: NOW,
  removedAt: null,
  ...given,
});

/** A provider that has taken the payment on. */
export const anOutcome = (given: Partial<ProviderOutcome> = {}): ProviderOutcome => ({
  state: 'pending',
  transactionId: 'tr_1',
  batchId: null,
  itemId: null,
  failureReason: null,
  failureIsTemporary: false,
  ...given,
});
