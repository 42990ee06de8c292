import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { accountSchema, accountView } from '../../views/account-view.ts';

export const getPayoutAccountRoute = (deps: Deps) =>
  route({
    operationId: 'getPayoutAccount',
    method: 'get',
    path: '/api/payouts/accounts/:account_id',
    summary: 'A payout account of the affiliate',
    description: 'The account with its terms and verification. The destination is masked.',
    allow: ['affiliate'],
    permission: 'payouts:read',
    params: z.object({ account_id: z.uuid() }),
    response: z.object({ success: z.literal(true), account: accountSchema }),
    handle: async ({ params, actor }) => {
      const account = await deps.accounts.get(params.account_id, actor.id);
      const all = await deps.accounts.list(actor.id);
      return { success: true, account: accountView(account, all) };
    },
  });
