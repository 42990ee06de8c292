import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { type Payout } from '../../domain/payout.ts';
import { type Decision, decideRefuseHold, decideReleaseHold } from '../../domain/payout-steps.ts';
import { dueNow } from '../../due.ts';
import { payoutDetailSchema, payoutDetailView } from '../../views/payout-view.ts';

const decideHeldRoute = (
  deps: Deps,
  {
    verb,
    summary,
    decide,
  }: { verb: string; summary: string; decide: (payout: Payout) => Decision },
) =>
  route({
    method: 'post',
    path: `/api/admin/payouts/:payout_id/${verb}`,
    summary,
    allow: ['admin'],
    params: z.object({ payout_id: z.uuid() }),
    body: z.strictObject({}),
    response: z.object({ success: z.literal(true), payout: payoutDetailSchema }),
    errors: { payout_in_another_state: 'The payout is not held' },
    handle: async ({ params }) => {
      const payout = await deps.transaction(async ({ payouts, outbox }) => {
        const loaded = await payouts.get(params.payout_id);
        const decided = decide(loaded.payout);
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
    decide: decideReleaseHold,
  });

export const refuseHeldPayoutRoute = (deps: Deps) =>
  decideHeldRoute(deps, {
    verb: 'refuse',
    summary: 'Refuse a held payout',
    decide: decideRefuseHold,
  });
