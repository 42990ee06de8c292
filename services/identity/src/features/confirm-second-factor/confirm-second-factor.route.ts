import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { proofReply, proofResponse } from '../../views/proof-view.ts';
import {
  appCodeField,
  codeErrors,
  recoveryCodesField,
  signInChangeErrors,
} from '../../views/second-factor-fields.ts';
import { browserOf } from '../../views/sign-in-client.ts';
import { issueProof } from '../../workflows/issue-proof.ts';
import { confirmSecondFactor } from './confirm-second-factor.ts';

/** Not idempotent, because a replay would have to store the recovery codes. */
export const confirmSecondFactorRoute = (deps: Deps) =>
  route({
    operationId: 'confirmSecondFactor',
    method: 'post',
    path: '/api/auth/second-factor/confirm',
    summary: 'Add the authenticator app by a first code',
    description:
      'Every sign-in requires a code from now on. Returns ten recovery codes, each of which replaces a code once and is shown here alone, and an access token of this session that states the second factor.',
    allow: 'signed_in',
    permission: 'login:write',
    stepUp: true,
    limits: ['RATE_LIMIT_SECOND_FACTOR_PER_HOUR'],
    body: z.strictObject({ code: appCodeField }),
    response: proofResponse(z.object({ recovery_codes: recoveryCodesField })),
    errors: {
      ...codeErrors,
      ...signInChangeErrors,
      second_factor_enrolled: 'The login has a second factor (409)',
      second_factor_not_enrolled: 'Begin with `POST /api/auth/second-factor` (409)',
    },
    handle: async ({ body, actor, request }) => {
      const { codes, access } = await confirmSecondFactor(deps)(actor, body.code);
      const proof = await issueProof(deps)(access, browserOf(request));
      return proofReply(proof, { recovery_codes: codes });
    },
  });
