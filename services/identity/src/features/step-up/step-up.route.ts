import { z } from 'zod';
import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { currentPasswordField } from '../../views/account-fields.ts';
import { proofReply, proofResponse } from '../../views/proof-view.ts';
import { codeErrors, codeField } from '../../views/second-factor-fields.ts';
import { browserOf } from '../../views/sign-in-client.ts';
import { issueProof } from '../../workflows/issue-proof.ts';
import { stepUp } from './step-up.ts';

export const stepUpRoute = (deps: Deps) =>
  route({
    operationId: 'stepUp',
    method: 'post',
    path: '/api/auth/step-up',
    summary: 'Prove again who calls',
    description:
      'Returns an access token of the same session for operations that answered `step_up_required`. By `code` where the login has a second factor, by `password` otherwise. A browser gets a new cookie in place of the token.',
    allow: 'signed_in',
    permission: 'session:write',
    limits: ['RATE_LIMIT_LOGIN_PER_MINUTE', 'RATE_LIMIT_SECOND_FACTOR_PER_HOUR'],
    body: z.union([
      z.strictObject({ password: currentPasswordField }),
      z.strictObject({ code: codeField }),
    ]),
    response: proofResponse(z.object({})),
    errors: {
      ...codeErrors,
      wrong_current_password: 'The password is wrong (403)',
      second_factor_required: 'The login has a second factor: send `code` (403)',
    },
    handle: async ({ body, actor, request }) => {
      const access = await stepUp(deps)(actor, body);
      return proofReply(await issueProof(deps)(access, browserOf(request)));
    },
  });
