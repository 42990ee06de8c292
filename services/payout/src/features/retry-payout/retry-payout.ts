import { type Deps } from '../../deps.ts';
import { after } from '../../domain/due.ts';
import { type Payout } from '../../domain/payout.ts';
import { decideRetry } from '../../domain/payout-steps.ts';
import { type ReserveDeps, reservePayout } from '../../workflows/reserve-payout.ts';

interface Input {
  readonly payoutId: string;
  readonly affiliateId: string;
}

/**
 * Retries a failed payout with the same checks as the first attempt.
 * @throws conflict `payout_cannot_be_retried`; invalid `payment_method_not_verified`; the ledger's refusals
 */
export const retryPayout =
  (deps: ReserveDeps & Pick<Deps, 'abandonedMs'>) =>
  async (input: Input): Promise<Payout> => {
    for (;;) {
      const begun = await beginRetry(deps, input);
      // A repeated Idempotency-Key yields the retry of the first call; if that was withdrawn, begin another.
      const { payout } = await deps.payouts.get(begun.id);
      if (payout.step === 'retrying') return reservePayout(deps, payout);
      if (payout.retryCount >= begun.retryCount && payout.step !== 'withdrawing') return payout;
    }
  };

const beginRetry = (
  deps: Pick<Deps, 'abandonedMs' | 'clock' | 'transaction'>,
  { payoutId, affiliateId }: Input,
): Promise<Payout> =>
  deps.transaction(async ({ accounts, payouts, outbox }) => {
    const loaded = await payouts.get(payoutId, affiliateId);
    const account = await accounts.getWithRemoved(loaded.payout.accountId);
    const decided = decideRetry(loaded.payout, account);
    // Should this process die now, the worker withdraws the retry and the payout is failed as before.
    const abandonedAt = after(deps.clock.now(), deps.abandonedMs);
    await payouts.save(decided.payout, loaded, abandonedAt);
    await outbox.add(...decided.events);
    return decided.payout;
  });
