import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { codeErrors, codeField } from '../../views/second-factor-fields.ts';
import { deleteSecondFactor } from '../../workflows/delete-second-factor.ts';
import { withCode } from '../../workflows/second-factor-codes.ts';

export const disableSecondFactorRoute = (deps: Deps) =>
  route({
    operationId: 'disableSecondFactor',
    method: 'post',
    path: '/api/auth/second-factor/disable',
    summary: 'Remove the second factor from the own login',
    description: 'For a code of the authenticator app, or a recovery code.',
    allow: 'signed_in',
    permission: 'login:write',
    limits: ['RATE_LIMIT_SECOND_FACTOR_PER_HOUR'],
    body: z.strictObject({ code: codeField }),
    response: z.object({ success: z.literal(true) }),
    errors: codeErrors,
    handle: async ({ body: { code }, actor: { memberId: userId } }) => {
      await withCode(deps, { userId, code }, (stores, now) =>
        deleteSecondFactor(stores, { userId, byUserId: userId }, now),
      );
      return { success: true };
    },
  });
