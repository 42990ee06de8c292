import { z } from 'zod';
import { payoutProviders } from '@tributary/contracts';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { frequencies, PLATFORM_MINIMUM_MINOR } from '../../domain/account.ts';
import { amountField, requireLiteral } from '../../literal-amount.ts';
import { accountSchema, accountView } from '../../views/account-view.ts';
import { openAccount } from './open-account.ts';

const body = z
  .strictObject({
    provider: z.enum(payoutProviders),
    cardproc_account_id: z
      .string()
      .regex(/^acct_\w{1,64}$/, 'Must be acct_ and up to 64 letters, digits or _')
      .optional(),
    walletco_email: z.email().max(254).toLowerCase().optional(),
    minimum_payout_amount: amountField('USD').optional(),
    payout_frequency: z.enum(frequencies).default('monthly'),
    auto_payout_enabled: z.boolean().default(true),
  })
  .superRefine(({ provider, cardproc_account_id: account, walletco_email: wallet }, ctx) => {
    const isCardproc = provider === 'cardproc_connect';
    const [needed, other] = isCardproc
      ? (['cardproc_account_id', 'walletco_email'] as const)
      : (['walletco_email', 'cardproc_account_id'] as const);
    const [given, extra] = isCardproc ? [account, wallet] : [wallet, account];
    if (given === undefined) {
      ctx.addIssue({ code: 'custom', path: [needed], message: `Required for ${provider}` });
    }
    if (extra !== undefined) {
      ctx.addIssue({ code: 'custom', path: [other], message: `Not for ${provider}` });
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
    errors: { account_exists: 'The affiliate has this destination already' },
    handle: async ({ body: asked, actor, request }) => {
      requireLiteral(request.rawBody, 'minimum_payout_amount', 'USD');
      const account = await openAccount(deps)({
        affiliateId: actor.id,
        provider: asked.provider,
        destination: asked.cardproc_account_id ?? asked.walletco_email ?? '',
        minimumPayoutMinor: asked.minimum_payout_amount ?? PLATFORM_MINIMUM_MINOR,
        frequency: asked.payout_frequency,
        autoPayoutEnabled: asked.auto_payout_enabled,
      });
      const all = await deps.accounts.list(actor.id);
      return { success: true, account: accountView(account, all) };
    },
  });
