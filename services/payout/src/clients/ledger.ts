import { type GrpcClient } from '@tributary/grpc';
import { type Payout, type PayoutItem } from '../domain/payout.ts';

const ASK = { deadlineMs: 5_000, idempotent: true } as const;
/** What moves up to 10,000 commissions takes seconds on a busy machine; callers wait 30 s at most. */
const MOVE = { deadlineMs: 20_000, idempotent: true } as const;

export interface LedgerBalance {
  readonly currency: string;
  readonly availableMinor: number;
  readonly pendingMinor: number;
  readonly paidMinor: number;
  /** Set aside for payouts under way. */
  readonly reservedMinor: number;
  readonly lastUpdated: string;
}

/**
 * The ledger, which `commission` owns. All commands are idempotent by the payout's id. Errors are the
 * ledger's own, or `unavailable`, after which nobody knows whether it was done.
 */
export const openLedger = (client: GrpcClient<'tributary.commission.v1.Ledger'>) => ({
  balance: async (affiliateId: string, currency: string): Promise<LedgerBalance> =>
    client.call('Balance', { affiliateId, currency }, ASK),

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
    return (await client.call('Reserve', request, MOVE)).items;
  },

  settle: async (payout: Payout, settledAt: Date): Promise<void> => {
    const request = {
      payoutId: payout.id,
      transactionId: payout.transactionId ?? '',
      settledAt: settledAt.toISOString(),
    };
    await client.call('Settle', request, MOVE);
  },

  release: async ({ id: payoutId, reserveAttempt: attempt }: Payout): Promise<void> => {
    await client.call('Release', { payoutId, attempt }, MOVE);
  },

  restore: async ({ id: payoutId }: Payout): Promise<void> => {
    await client.call('Restore', { payoutId }, MOVE);
  },
});
