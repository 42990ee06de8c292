import { recordChange } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { type PayoutAccount } from '../domain/account.ts';
import { type Payout } from '../domain/payout.ts';
import { type Decision } from '../domain/payout-steps.ts';

/** Applies an administrator's decision to a held payout. @throws not_found, conflict `payout_in_another_state` */
export const decideHeldPayout = (
  deps: Pick<Deps, 'clock' | 'transaction'>,
  payoutId: string,
  decide: (payout: Payout, account: PayoutAccount, isSuspended: boolean) => Decision,
): Promise<Payout> =>
  deps.transaction(async ({ accounts, payouts, suspensions, outbox }) => {
    const loaded = await payouts.get(payoutId);
    const { accountId, affiliateId } = loaded.payout;
    const account = await accounts.getWithRemoved(accountId);
    const suspended = await suspensions.listSuspended([affiliateId]);
    const decided = decide(loaded.payout, account, suspended.has(affiliateId));
    await payouts.save(decided.payout, loaded, deps.clock.now());
    const records = { before: loaded.payout, after: decided.payout };
    recordChange({ kind: 'payout', id: payoutId, accountId: affiliateId, ...records });
    await outbox.add(...decided.events);
    return decided.payout;
  });
