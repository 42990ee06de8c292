import { type Deps } from '../../deps.ts';
import { decideRetry, type Payout } from '../../domain/payout.ts';
import { dueIn } from '../../due.ts';
import { ABANDONED_AFTER_MS, reserve } from '../../payout-making.ts';

/** Tries a failed payout again. @throws conflict `payout_cannot_be_retried`; the ledger's refusals */
export const retryPayout =
  (deps: Deps) =>
  async (input: { payoutId: string; affiliateId: string }): Promise<Payout> => {
    const payout = await deps.transaction(async ({ payouts, outbox }) => {
      const loaded = await payouts.get(input.payoutId, input.affiliateId);
      const decided = decideRetry(loaded.payout);
      // Should this process die now, the worker gives the try up and the payout is failed as before.
      const abandonedAt = dueIn(deps, ABANDONED_AFTER_MS);
      await payouts.save(decided.payout, loaded.version, abandonedAt);
      await outbox.add(...decided.events);
      return decided.payout;
    });
    return reserve(deps, payout, []);
  };
