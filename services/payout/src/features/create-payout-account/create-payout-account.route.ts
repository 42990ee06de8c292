import { z } from 'zod';
import { payoutProviders } from '@tributary/contracts';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { frequencies, PLATFORM_MINIMUM_MINOR } from '../../domain/account.ts';
import { amountField, requireExactDecimals } from '../../views/amount-field.ts';
import {
  destinationFieldNames,
  destinationFieldOf,
  destinationFields,
} from '../../views/provider-fields.ts';
import { accountSchema, accountView } from '../../views/account-view.ts';
import { newHoldFields, newHoldView } from '../../views/hold-view.ts';
import { createPayoutAccount } from './create-payout-account.ts';

const body = z
  .strictObject({
    provider: z.enum(payoutProviders),
    ...destinationFields,
    minimum_payout_amount: amountField('USD').optional(),
    payout_frequency: z.enum(frequencies).default('monthly'),
    auto_payout_enabled: z.boolean().default(true),
  })
  .superRefine((given, ctx) => {
    const needed = destinationFieldOf(given.provider);
    for (const field of destinationFieldNames) {
      const isGiven = given[field] !== undefined;
      if (isGiven === (field === needed)) continue;
      const message = isGiven ? `Not for ${given.provider}` : `Required for ${given.provider}`;
      ctx.addIssue({ code: 'custom', path: [field], message });
    }
  });

export const createPayoutAccountRoute = (deps: Deps) =>
  route({
    operationId: 'createPayoutAccount',
    method: 'post',
    path: '/api/payouts/accounts',
    summary: 'Add a payout account',
    description:
      'A new account cannot be paid to until it is verified. After an earlier payout, those to it are held for review for 72 hours, which `hold_reasons` then states.',
    allow: ['affiliate'],
    permission: 'payouts:write',
    stepUp: true,
    idempotent: true,
    status: 201,
    body,
    response: z.object({ success: z.literal(true), account: accountSchema, ...newHoldFields }),
    errors: {
      account_exists: 'The affiliate already has an account with this destination (409)',
      too_many_accounts: 'An affiliate can have 50 accounts (409)',
    },
    handle: async ({ body, actor, request }) => {
      requireExactDecimals(request.rawBody, 'minimum_payout_amount', 'USD');
      const { account, accounts, holdReasons } = await createPayoutAccount(deps)({
        affiliateId: actor.id,
        provider: body.provider,
        destination: body[destinationFieldOf(body.provider)] ?? '',
        minimumPayoutMinor: body.minimum_payout_amount ?? PLATFORM_MINIMUM_MINOR,
        frequency: body.payout_frequency,
        autoPayoutEnabled: body.auto_payout_enabled,
      });
      return {
        success: true,
        account: accountView(account, accounts),
        ...newHoldView(holdReasons),
      };
    },
  });
