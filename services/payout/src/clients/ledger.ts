import { type GrpcClient } from '@tributary/grpc';
import { type Payout, type PayoutItem } from '../domain/payout.ts';

const READ = { deadlineMs: 5_000, idempotent: true } as const;
/** A command on 10,000 commissions takes seconds on a busy machine; HTTP callers wait 30 s at most. */
const WRITE = { deadlineMs: 20_000, idempotent: true } as const;

export interface LedgerBalance {
  readonly currency: string;
  readonly availableMinor: number;
  readonly pendingMinor: number;
  readonly paidMinor: number;
  /** Reserved for payouts in progress. */
  readonly reservedMinor: number;
  readonly lastUpdated: string;
}

/**
 * The ledger, which `commission` owns. All commands are idempotent by the payout's id. Errors are the ledger's own, or
 * `unavailable`, after which the result is unknown.
 */
export const openLedger = (client: GrpcClient<'tributary.commission.v1.Ledger'>) => ({
  balance: async (affiliateId: string, currency: string): Promise<LedgerBalance> =>
    client.call('Balance', { affiliateId, currency }, READ),

  reserve: async (payout: Payout): Promise<readonly PayoutItem[]> => {
    const { id: payoutId, affiliateId, amountMinor, currency, commissionIds } = payout;
    const { reserveAttempt: attempt } = payout;
    const request = {
      payoutId,
      affiliateId,
      amountMinor,
      currency,
      commissionIds: [...commissionIds],
      attempt,
    };
    return (await client.call('Reserve', request, WRITE)).items;
  },

  settle: async (payout: Payout, settledAt: Date): Promise<void> => {
    const request = {
      payoutId: payout.id,
      transactionId: payout.transactionId ?? '',
      settledAt: settledAt.toISOString(),
    };
    await client.call('Settle', request, WRITE);
  },

  release: async ({ id: payoutId, reserveAttempt: attempt }: Payout): Promise<void> => {
    await client.call('Release', { payoutId, attempt }, WRITE);
  },

  restore: async ({ id: payoutId }: Payout): Promise<void> => {
    await client.call('Restore', { payoutId }, WRITE);
  },
});
