import { isAppError } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { isPayable, minimumOf } from '../../domain/account.ts';
import { feeOf } from '../../domain/fee.ts';
import { scheduledHoldReasons } from '../../domain/hold.ts';
import { type Payout, type PayoutItem } from '../../domain/payout.ts';
import {
  type Decision,
  decideAbandon,
  decideReduceAmount,
  decideReserved,
} from '../../domain/payout-steps.ts';
import { type LoadedPayout } from '../../store/payout-documents.ts';

export type ReserveScheduledDeps = Pick<Deps, 'accounts' | 'clock' | 'fees' | 'ledger'>;

/** Errors of these kinds mean that the ledger reserved nothing. */
const REFUSALS: ReadonlySet<string> = new Set(['invalid', 'conflict', 'not_found']);

/**
 * Reserves a scheduled payout's amount, unless its account may not be paid to any more. The command is idempotent, so
 * a crash before or after it is repaired by the next attempt.
 */
export async function reserveScheduledPayout(
  deps: ReserveScheduledDeps,
  { payout }: LoadedPayout,
): Promise<Decision> {
  const account = await deps.accounts.getWithRemoved(payout.accountId);
  if (!isPayable(account)) return decideAbandon(payout);
  const reserved = await tryReserve(deps, payout);
  if (reserved.items !== undefined) {
    const reasons = scheduledHoldReasons(account, deps.clock.now());
    return decideReserved(payout, reserved.items, reasons);
  }
  const amountMinor = await reducedAmount(deps, payout, reserved.refusal);
  if (amountMinor < minimumOf(account)) return decideReduceAmount(payout, undefined);
  const feeMinor = feeOf(amountMinor, payout.currency, deps.fees[payout.provider]);
  return decideReduceAmount(payout, { amountMinor, feeMinor });
}

/** The amount to reserve instead; 0 where nothing is available. */
async function reducedAmount(
  deps: Pick<Deps, 'ledger'>,
  payout: Payout,
  refusal: string,
): Promise<number> {
  // The number of commissions in a payout is limited; the next run pays the rest.
  if (refusal === 'too_many_commissions') return Math.floor(payout.amountMinor / 2);
  // The balance decreased since the run read it.
  const { availableMinor } = await deps.ledger.balance(payout.affiliateId, payout.currency);
  return availableMinor < payout.amountMinor ? availableMinor : 0;
}

type ReserveResult =
  | { readonly items: readonly PayoutItem[] }
  | { readonly items: undefined; readonly refusal: string };

async function tryReserve(deps: Pick<Deps, 'ledger'>, payout: Payout): Promise<ReserveResult> {
  try {
    return { items: await deps.ledger.reserve(payout) };
  } catch (error) {
    if (isAppError(error) && REFUSALS.has(error.kind)) {
      return { items: undefined, refusal: error.code };
    }
    throw error;
  }
}
