import { z } from 'zod';
import { payoutProviders } from '@tributary/contracts';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { frequencies, PLATFORM_MINIMUM_MINOR } from '../../domain/account.ts';
import { amountField, requireLiteral } from '../../views/amount-field.ts';
import {
  type DestinationField,
  destinationFieldOf,
  destinationFields,
} from '../../clients/providers/registry.ts';
import { accountSchema, accountView } from '../../views/account-view.ts';
import { openAccount } from './create-payout-account.ts';

const fields = Object.keys(destinationFields) as DestinationField[];

const body = z
  .strictObject({
    provider: z.enum(payoutProviders),
    ...destinationFields,
    minimum_payout_amount: amountField('USD').optional(),
    payout_frequency: z.enum(frequencies).default('monthly'),
    auto_payout_enabled: z.boolean().default(true),
  })
  .superRefine((asked, ctx) => {
    const needed = destinationFieldOf(asked.provider);
    for (const field of fields) {
      const isGiven = asked[field] !== undefined;
      if (isGiven === (field === needed)) continue;
      const message = isGiven ? `Not for ${asked.provider}` : `Required for ${asked.provider}`;
      ctx.addIssue({ code: 'custom', path: [field], message });
    }
  });

export const openAccountRoute = (deps: Deps) =>
  route({
    method: 'post',
    path: '/api/payouts/accounts',
    summary: 'Add a payout account',
    description: 'A new account cannot be paid to until it is verified.',
    allow: ['affiliate'],
    scope: 'payouts:write',
    idempotent: true,
    status: 201,
    body,
    response: z.object({ success: z.literal(true), account: accountSchema }),
    errors: {
      account_exists: 'The affiliate has this destination already (409)',
      too_many_accounts: 'An affiliate can have 50 accounts (409)',
    },
    handle: async ({ body: asked, actor, request }) => {
      requireLiteral(request.rawBody, 'minimum_payout_amount', 'USD');
      const account = await openAccount(deps)({
        affiliateId: actor.id,
        provider: asked.provider,
        destination: asked[destinationFieldOf(asked.provider)] ?? '',
        minimumPayoutMinor: asked.minimum_payout_amount ?? PLATFORM_MINIMUM_MINOR,
        frequency: asked.payout_frequency,
        autoPayoutEnabled: asked.auto_payout_enabled,
      });
      const all = await deps.accounts.list(actor.id);
      return { success: true, account: accountView(account, all) };
    },
  });
