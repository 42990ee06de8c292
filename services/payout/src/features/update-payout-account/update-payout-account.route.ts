import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { frequencies } from '../../domain/account.ts';
import { amountField, requireExactDecimals } from '../../views/amount-field.ts';
import { accountSchema, accountView } from '../../views/account-view.ts';
import { updatePayoutAccount } from './update-payout-account.ts';

const body = z.strictObject({
  minimum_payout_amount: amountField('USD').optional(),
  payout_frequency: z.enum(frequencies).optional(),
  auto_payout_enabled: z.boolean().optional(),
  is_active: z.boolean().optional(),
  is_default: z.literal(true).optional(),
});

export const updatePayoutAccountRoute = (deps: Deps) =>
  route({
    operationId: 'updatePayoutAccount',
    method: 'put',
    path: '/api/payouts/accounts/:account_id',
    summary: 'Change a payout account’s terms',
    allow: ['affiliate'],
    scope: 'payouts:write',
    params: z.object({ account_id: z.uuid() }),
    body,
    response: z.object({ success: z.literal(true), account: accountSchema }),
    handle: async ({ params, body: asked, actor, request }) => {
      requireExactDecimals(request.rawBody, 'minimum_payout_amount', 'USD');
      const account = await updatePayoutAccount(deps)({
        accountId: params.account_id,
        affiliateId: actor.id,
        changes: {
          ...(asked.minimum_payout_amount !== undefined && {
            minimumPayoutMinor: asked.minimum_payout_amount,
          }),
          ...(asked.payout_frequency !== undefined && { frequency: asked.payout_frequency }),
          ...(asked.auto_payout_enabled !== undefined && {
            autoPayoutEnabled: asked.auto_payout_enabled,
          }),
          ...(asked.is_active !== undefined && { isActive: asked.is_active }),
          ...(asked.is_default !== undefined && { isDefault: asked.is_default }),
        },
      });
      const all = await deps.accounts.list(actor.id);
      return { success: true, account: accountView(account, all) };
    },
  });
