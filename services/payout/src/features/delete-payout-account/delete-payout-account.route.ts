import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { newHoldFields, newHoldView } from '../../views/hold-view.ts';
import { deletePayoutAccount } from './delete-payout-account.ts';

export const deletePayoutAccountRoute = (deps: Deps) =>
  route({
    operationId: 'deletePayoutAccount',
    method: 'delete',
    path: '/api/payouts/accounts/:account_id',
    summary: 'Remove a payout account',
    description:
      'Nothing is paid to it any more, by request or by schedule; its payouts and changes stay listed. Where payouts go to another, recent account from now on, they are held for review for 72 hours, which `hold_reasons` then states.',
    allow: ['affiliate'],
    permission: 'payouts:write',
    stepUp: true,
    params: z.object({ account_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string(), ...newHoldFields }),
    errors: { account_has_payouts: 'A payout to it is under way, or held for review (409)' },
    handle: async ({ params, actor }) => {
      const ids = { accountId: params.account_id, affiliateId: actor.id };
      const holdReasons = await deletePayoutAccount(deps)(ids);
      return {
        success: true,
        message: 'The payout account was removed',
        ...newHoldView(holdReasons),
      };
    },
  });
