import { type RejectionReason } from '@tributary/contracts';
import { recordMove } from './amount-move.ts';
import { type Changes, type Stamps, noChanges } from './changes.ts';
import { type Commission, isLive } from './commission.ts';

export interface Cancellation {
  readonly reason: string;
  /** Confirmed fraud rejects a commission on hold; otherwise it is cancelled. */
  readonly isFraud: boolean;
  /** The id of the administrator, or of the person of the brand that refused it. */
  readonly by: string;
  /** Why a brand refused it; absent where it named no reason. */
  readonly refusedAs?: RejectionReason | undefined;
}

/**
 * An administrator cancels a commission: its unpaid part is no longer owed, its paid or reserved part becomes the
 * affiliate's debt. A commission in a final state stays as it is.
 */
export function decideCancellation(
  commission: Commission,
  { reason, isFraud, by, refusedAs }: Cancellation,
  stamps: Stamps,
): Changes {
  if (!isLive(commission)) return noChanges;
  const after: Commission = {
    ...commission,
    status: isFraud && commission.status === 'pending' ? 'rejected' : 'cancelled',
    entitledMinor: 0,
    amountMinor: 0,
    cancelledAt: stamps.now,
    cancelReason: reason,
    cancelledBy: by,
  };
  const { transactions, events } = recordMove(
    {
      before: commission,
      after,
      adjustment: {
        ...{ id: stamps.newId(), reason: 'cancelled_by_admin', whole: true },
        ...(refusedAs === undefined ? {} : { refusedAs }),
      },
    },
    stamps,
  );
  return { ...noChanges, changed: [after], transactions, events };
}
