import { type Deps } from '../../deps.ts';
import { type Payout } from '../../domain/payout.ts';
import { decideRetry } from '../../domain/payout-steps.ts';
import { dueIn } from '../../domain/due.ts';
import { reserve } from '../../workflows/make-payout.ts';

interface Input {
  readonly payoutId: string;
  readonly affiliateId: string;
}

/**
 * Tries a failed payout again, by the same checks as the first time. @throws conflict
 * `payout_cannot_be_retried`; invalid `payment_method_not_verified`; the ledger's refusals
 */
export const retryPayout =
  (deps: Deps) =>
  async (input: Input): Promise<Payout> => {
    for (;;) {
      const tried = await begin(deps, input);
      // Under an Idempotency-Key that came before, this is the try of then: one that was withdrawn
      // gives way to another.
      const { payout } = await deps.payouts.get(tried.id);
      if (payout.step === 'retrying') return reserve(deps, payout);
      if (payout.retryCount >= tried.retryCount && payout.step !== 'withdrawing') return payout;
    }
  };

const begin = (deps: Deps, { payoutId, affiliateId }: Input): Promise<Payout> =>
  deps.transaction(async ({ accounts, payouts, outbox }) => {
    const loaded = await payouts.get(payoutId, affiliateId);
    const account = await accounts.get(loaded.payout.accountId);
    const decided = decideRetry(loaded.payout, account);
    // Should this process die now, the worker withdraws the try and the payout is failed as before.
    const abandonedAt = dueIn(deps, deps.abandonedMs);
    await payouts.save(decided.payout, loaded.version, abandonedAt);
    await outbox.add(...decided.events);
    return decided.payout;
  });
