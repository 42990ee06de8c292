import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { codeErrors, codeField, recoveryCodesField } from '../../views/second-factor-fields.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';

/** Not idempotent, because a replay would have to store the recovery codes. */
export const renewRecoveryCodesRoute = (deps: Deps) =>
  route({
    operationId: 'renewRecoveryCodes',
    method: 'post',
    path: '/api/auth/second-factor/recovery-codes',
    summary: 'Replace the recovery codes',
    description: 'Returns ten new codes, which are shown here alone. Earlier ones stop working.',
    allow: 'signed_in',
    permission: 'login:write',
    limits: ['RATE_LIMIT_SECOND_FACTOR_PER_HOUR'],
    body: z.strictObject({ code: codeField }),
    response: z.object({ recovery_codes: recoveryCodesField }),
    errors: codeErrors,
    handle: async ({ body, actor }) => ({
      recovery_codes: [...(await renewRecoveryCodes(deps)(actor.memberId, body.code))],
    }),
  });
