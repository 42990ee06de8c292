import { decideRestore } from '../../domain/payout-outcome.ts';
import { changeReservation, type ReservationDeps } from '../../workflows/change-reservation.ts';

/** Makes a settled payout's amount available again after the provider returned it; once. */
export const restorePayout =
  (deps: ReservationDeps) =>
  async (payoutId: string): Promise<void> => {
    await changeReservation(deps, payoutId, decideRestore);
  };
