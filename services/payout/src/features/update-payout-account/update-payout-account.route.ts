import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { frequencies } from '../../domain/account.ts';
import { amountField, requireExactDecimals } from '../../views/amount-field.ts';
import { accountSchema, accountView } from '../../views/account-view.ts';
import { newHoldFields, newHoldView } from '../../views/hold-view.ts';
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
    description:
      'Another minimum, another activity and payouts that go to this account from now on hold payouts for review for 72 hours, which `hold_reasons` then states. The frequency and automatic payouts hold nothing.',
    allow: ['affiliate'],
    permission: 'payouts:write',
    stepUp: true,
    params: z.object({ account_id: z.uuid() }),
    body,
    response: z.object({ success: z.literal(true), account: accountSchema, ...newHoldFields }),
    handle: async ({ params, body: given, actor, request }) => {
      requireExactDecimals(request.rawBody, 'minimum_payout_amount', 'USD');
      const { account, accounts, holdReasons } = await updatePayoutAccount(deps)({
        accountId: params.account_id,
        affiliateId: actor.id,
        changes: {
          ...(given.minimum_payout_amount !== undefined && {
            minimumPayoutMinor: given.minimum_payout_amount,
          }),
          ...(given.payout_frequency !== undefined && { frequency: given.payout_frequency }),
          ...(given.auto_payout_enabled !== undefined && {
            autoPayoutEnabled: given.auto_payout_enabled,
          }),
          ...(given.is_active !== undefined && { isActive: given.is_active }),
          ...(given.is_default !== undefined && { isDefault: given.is_default }),
        },
      });
      return {
        success: true,
        account: accountView(account, accounts),
        ...newHoldView(holdReasons),
      };
    },
  });
