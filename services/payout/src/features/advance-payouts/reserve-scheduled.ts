import { isAppError } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { minimumOf } from '../../domain/account.ts';
import { feeOf } from '../../domain/fee.ts';
import { scheduledHoldReasons } from '../../domain/hold.ts';
import { type Payout, type PayoutItem } from '../../domain/payout.ts';
import { type Decision, decideReserved, decideSmaller } from '../../domain/payout-steps.ts';
import { type Loaded } from '../../store/payout-documents.ts';

/** With these the ledger says for sure that it set nothing aside. */
const REFUSALS: ReadonlySet<string> = new Set(['invalid', 'conflict', 'not_found']);

/** Sets a scheduled payout's amount aside. The command may be repeated, so a crash before or after it heals. */
export async function reserveScheduled(deps: Deps, { payout }: Loaded): Promise<Decision> {
  const account = await deps.accounts.get(payout.accountId);
  const items = await tryReserve(deps, payout);
  if (items !== undefined) {
    return decideReserved(payout, items, scheduledHoldReasons(account, deps.clock.now()));
  }
  // Something else took from the balance since the run looked at it.
  const { availableMinor } = await deps.ledger.balance(payout.affiliateId, payout.currency);
  const isEnough = availableMinor >= minimumOf(account) && availableMinor < payout.amountMinor;
  if (!isEnough) return decideSmaller(payout, undefined);
  const feeMinor = feeOf(availableMinor, payout.currency, deps.fees[payout.provider]);
  return decideSmaller(payout, { amountMinor: availableMinor, feeMinor });
}

/** Undefined where the ledger refused. */
async function tryReserve(deps: Deps, payout: Payout): Promise<readonly PayoutItem[] | undefined> {
  try {
    return await deps.ledger.reserve(payout);
  } catch (error) {
    if (isAppError(error) && REFUSALS.has(error.kind)) return undefined;
    throw error;
  }
}
