import { z } from 'zod';
import { localeOfRequest, route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { newHoldFields, newHoldView } from '../../views/hold-view.ts';
import { verifyPayoutAccount } from './verify-payout-account.ts';

export const verifyPayoutAccountRoute = (deps: Deps) =>
  route({
    operationId: 'verifyPayoutAccount',
    method: 'post',
    path: '/api/payouts/accounts/:account_id/verify',
    summary: 'Verify a payout account',
    description:
      'For a wallet: without `code` a code is mailed to it, with `code` the code is checked. The mail is in the language of `Accept-Language`, else of the registration. For a connected account: the card processor checks it and reports by callback.',
    allow: ['affiliate'],
    limits: ['RATE_LIMIT_PAYOUT_VERIFY_PER_HOUR', 'RATE_LIMIT_MAILS_PER_ADDRESS_PER_DAY'],
    permission: 'payouts:write',
    params: z.object({ account_id: z.uuid() }),
    body: z.strictObject({
      code: z
        .string()
        .regex(/^\d{6}$/, 'Must be six digits')
        .optional(),
    }),
    response: z.object({
      success: z.literal(true),
      verification: z.enum(['verified', 'code_sent', 'started']),
      ...newHoldFields,
    }),
    errors: {
      wrong_code: 'The code is not the one that was mailed',
      verification_not_started: 'There is no valid code, or its tries are used up (409)',
      mail_unavailable: 'The code could not be mailed (503)',
      provider_unavailable: 'The card processor cannot be reached (503)',
    },
    handle: async ({ params, body, actor, request }) => {
      const { verification, holdReasons } = await verifyPayoutAccount(deps)({
        accountId: params.account_id,
        affiliateId: actor.id,
        code: body.code,
        locale: localeOfRequest(request),
      });
      return { success: true, verification, ...newHoldView(holdReasons) };
    },
  });
