import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { accountSchema, accountView } from '../../views/account-view.ts';

export const listPayoutAccountsRoute = (deps: Deps) =>
  route({
    operationId: 'listPayoutAccounts',
    method: 'get',
    path: '/api/payouts/accounts',
    summary: 'The affiliate’s payout accounts, newest first',
    description:
      'The destination is the field of the account’s provider; the fields of others are null.',
    allow: ['affiliate'],
    permission: 'payouts:read',
    response: z.object({ success: z.literal(true), accounts: z.array(accountSchema) }),
    handle: async ({ actor }) => {
      const accounts = await deps.accounts.list(actor.id);
      return { success: true, accounts: accounts.map((account) => accountView(account, accounts)) };
    },
  });
