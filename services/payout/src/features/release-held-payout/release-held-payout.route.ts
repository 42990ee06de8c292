import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { type PayoutAccount } from '../../domain/account.ts';
import { type Payout } from '../../domain/payout.ts';
import { type Decision, decideRefuseHold, decideReleaseHold } from '../../domain/payout-steps.ts';
import { dueNow } from '../../domain/due.ts';
import { payoutDetailSchema, payoutDetailView } from '../../views/payout-view.ts';

const decideHeldRoute = (
  deps: Deps,
  {
    verb,
    summary,
    errors = {},
    decide,
  }: {
    verb: string;
    summary: string;
    errors?: Readonly<Record<string, string>>;
    decide: (payout: Payout, account: PayoutAccount) => Decision;
  },
) =>
  route({
    method: 'post',
    path: `/api/admin/payouts/:payout_id/${verb}`,
    summary,
    allow: ['admin'],
    params: z.object({ payout_id: z.uuid() }),
    body: z.strictObject({}),
    response: z.object({ success: z.literal(true), payout: payoutDetailSchema }),
    errors: { payout_in_another_state: 'The payout is not held (409)', ...errors },
    handle: async ({ params }) => {
      const payout = await deps.transaction(async ({ accounts, payouts, outbox }) => {
        const loaded = await payouts.get(params.payout_id);
        const account = await accounts.get(loaded.payout.accountId);
        const decided = decide(loaded.payout, account);
        await payouts.save(decided.payout, loaded.version, dueNow(deps));
        await outbox.add(...decided.events);
        return decided.payout;
      });
      return { success: true, payout: payoutDetailView(payout) };
    },
  });

export const releaseHeldPayoutRoute = (deps: Deps) =>
  decideHeldRoute(deps, {
    verb: 'release',
    summary: 'Let a held payout go on',
    errors: {
      payment_method_not_verified: 'Its account is not verified, or not active any more',
    },
    decide: decideReleaseHold,
  });

export const refuseHeldPayoutRoute = (deps: Deps) =>
  decideHeldRoute(deps, {
    verb: 'refuse',
    summary: 'Refuse a held payout',
    decide: decideRefuseHold,
  });
