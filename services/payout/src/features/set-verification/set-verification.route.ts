import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { accountSchema, accountView } from '../../views/account-view.ts';

export const setVerificationRoute = (deps: Deps) =>
  route({
    method: 'put',
    path: '/api/admin/payouts/accounts/:account_id/verification',
    summary: 'Say whether a payout account is verified',
    allow: ['admin'],
    params: z.object({ account_id: z.uuid() }),
    body: z.strictObject({ is_verified: z.boolean() }),
    response: z.object({ success: z.literal(true), account: accountSchema }),
    handle: async ({ params, body }) => {
      const account = await deps.transaction(async ({ accounts }) => {
        const found = await accounts.get(params.account_id);
        const changed = { ...found, isVerified: body.is_verified, code: null };
        await accounts.save(changed);
        return changed;
      });
      const all = await deps.accounts.list(account.affiliateId);
      return { success: true, account: accountView(account, all) };
    },
  });
