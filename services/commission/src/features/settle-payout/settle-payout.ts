import type { Deps } from '../../deps.ts';
import { decideSettle } from '../../domain/payout-outcome.ts';
import { moveReserved } from '../../move-reserved.ts';

interface Input {
  readonly payoutId: string;
  readonly transactionId: string;
  /** When the provider says the money arrived. */
  readonly settledAt: Date;
}

/** What was set aside for the payout is paid; once. @returns how many commissions became paid by it */
export const settlePayout =
  (deps: Deps) =>
  async ({ payoutId, ...arrival }: Input): Promise<number> => {
    const settled = await moveReserved(deps, payoutId, (book, making) =>
      decideSettle(book, arrival, making),
    );
    return settled.paidCommissions;
  };
