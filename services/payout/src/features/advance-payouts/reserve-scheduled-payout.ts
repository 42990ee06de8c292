import { isAppError } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { isPayable, minimumOf } from '../../domain/account.ts';
import { feeOf } from '../../domain/fee.ts';
import { scheduledHoldReasons } from '../../domain/hold.ts';
import { type Payout, type PayoutItem } from '../../domain/payout.ts';
import {
  type Decision,
  decideGiveUp,
  decideReserved,
  decideSmaller,
} from '../../domain/payout-steps.ts';
import { type Loaded } from '../../store/payout-documents.ts';

/** With these the ledger says for sure that it set nothing aside. */
const REFUSALS: ReadonlySet<string> = new Set(['invalid', 'conflict', 'not_found']);

/**
 * Sets a scheduled payout's amount aside, unless its account may not be paid to any more. The command may be
 * repeated, so a crash before or after it heals.
 */
export async function reserveScheduled(deps: Deps, { payout }: Loaded): Promise<Decision> {
  const account = await deps.accounts.get(payout.accountId);
  if (!isPayable(account)) return decideGiveUp(payout);
  const reserved = await tryReserve(deps, payout);
  if (reserved.items !== undefined) {
    const reasons = scheduledHoldReasons(account, deps.clock.now());
    return decideReserved(payout, reserved.items, reasons);
  }
  const amountMinor = await smallerAmount(deps, payout, reserved.refusal);
  if (amountMinor < minimumOf(account)) return decideSmaller(payout, undefined);
  const feeMinor = feeOf(amountMinor, payout.currency, deps.fees[payout.provider]);
  return decideSmaller(payout, { amountMinor, feeMinor });
}

/** What to ask for instead; 0 where there is nothing to be had. */
async function smallerAmount(deps: Deps, payout: Payout, refusal: string): Promise<number> {
  // A payout takes so many commissions and no more: the rest is for the next run.
  if (refusal === 'too_many_commissions') return Math.floor(payout.amountMinor / 2);
  // Something else took from the balance since the run looked at it.
  const { availableMinor } = await deps.ledger.balance(payout.affiliateId, payout.currency);
  return availableMinor < payout.amountMinor ? availableMinor : 0;
}

type Reserved =
  | { readonly items: readonly PayoutItem[] }
  | { readonly items: undefined; readonly refusal: string };

async function tryReserve(deps: Deps, payout: Payout): Promise<Reserved> {
  try {
    return { items: await deps.ledger.reserve(payout) };
  } catch (error) {
    if (isAppError(error) && REFUSALS.has(error.kind))
      return { items: undefined, refusal: error.code };
    throw error;
  }
}
