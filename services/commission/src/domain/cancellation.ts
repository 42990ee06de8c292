import { takeOff } from './adjustment.ts';
import { type Changes, type Stamps, noChanges } from './changes.ts';
import { type Commission, isLive, settledMinor } from './commission.ts';

export interface Cancellation {
  readonly reason: string;
  /** Fraud rejects what is still on hold; everything else is cancelled. */
  readonly isFraud: boolean;
  /** The administrator's id. */
  readonly by: string;
}

/**
 * An administrator takes a commission back: what is unpaid of it is owed no longer, what is paid or set
 * aside becomes the affiliate's debt. One that is over already stays as it is.
 */
export function decideCancellation(
  commission: Commission,
  { reason, isFraud, by }: Cancellation,
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
  const { transactions, events } = takeOff(
    {
      before: commission,
      after,
      adjustment: { id: stamps.newId(), reason: 'cancelled_by_admin', whole: true },
      clawedBackMinor: settledMinor(commission),
    },
    stamps,
  );
  return { ...noChanges, changed: [after], transactions, events };
}
