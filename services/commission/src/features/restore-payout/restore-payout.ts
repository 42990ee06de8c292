import type { Deps } from '../../deps.ts';
import { decideRestore } from '../../domain/payout-outcome.ts';
import { moveReserved } from '../../move-reserved.ts';

/** The provider took a settled payout back: what was paid is available again; once. */
export const restorePayout =
  (deps: Deps) =>
  async (payoutId: string): Promise<void> => {
    await moveReserved(deps, payoutId, decideRestore);
  };
