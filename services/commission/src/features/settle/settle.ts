import { decideSettle } from '../../domain/payout-outcome.ts';
import { changeReservation, type ReservationDeps } from '../../workflows/change-reservation.ts';

interface Input {
  readonly payoutId: string;
  readonly transactionId: string;
  /** When the money arrived, as the provider reports it. */
  readonly settledAt: Date;
}

/** Marks what is reserved for the payout as paid; once. @returns how many commissions became paid by it */
export const settlePayout =
  (deps: ReservationDeps) =>
  async ({ payoutId, ...arrival }: Input): Promise<number> => {
    const settled = await changeReservation(deps, payoutId, (book, stamps) =>
      decideSettle(book, arrival, stamps),
    );
    return settled.paidCommissions;
  };
