import { z } from 'zod';
import { notFound } from '@tributary/errors';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { setVerification } from '../../workflows/set-verification.ts';
import { accountSchema, accountView } from '../../views/account-view.ts';
import { newHoldFields, newHoldView } from '../../views/hold-view.ts';

export const setPayoutAccountVerificationRoute = (deps: Deps) =>
  route({
    operationId: 'setPayoutAccountVerification',
    method: 'put',
    path: '/api/admin/payouts/accounts/:account_id/verification',
    summary: 'Set whether a payout account is verified',
    description: 'For administrators.',
    allow: ['admin'],
    permission: 'platform:write',
    params: z.object({ account_id: z.uuid() }),
    body: z.strictObject({ is_verified: z.boolean() }),
    response: z.object({ success: z.literal(true), account: accountSchema, ...newHoldFields }),
    handle: async ({ params, body, actor }) => {
      const by = { kind: 'admin', userId: actor.id } as const;
      const { is_verified: isVerified } = body;
      const { account_id: accountId } = params;
      const { accounts, holdReasons } = await setVerification(deps)({ accountId, isVerified, by });
      const account = accounts.find(({ id }) => id === accountId);
      if (account === undefined) throw notFound('not_found');
      return {
        success: true,
        account: accountView(account, accounts),
        ...newHoldView(holdReasons),
      };
    },
  });
