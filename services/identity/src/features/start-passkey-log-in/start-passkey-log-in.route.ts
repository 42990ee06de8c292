import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { passkeyOptionsResponse } from '../../views/passkey-view.ts';
import { openPasskeyChallenge, signInScope } from '../../workflows/passkey-challenge.ts';

export const startPasskeyLogInRoute = (deps: Deps) =>
  route({
    operationId: 'startPasskeyLogIn',
    method: 'post',
    path: '/api/auth/login/passkey/options',
    summary: 'Begin to sign in by a passkey',
    description:
      'Pass `options` to `navigator.credentials.get` and send its answer with `challenge_token` to ' +
      '`POST /api/auth/login/passkey` within five minutes. Any passkey of this site may answer.',
    allow: 'public',
    unaudited: 'the caller is unknown',
    limits: ['RATE_LIMIT_REGISTER_PER_MINUTE_PER_IP'],
    response: passkeyOptionsResponse,
    errors: { rate_limit_exceeded: 'At most 60 calls per minute and address' },
    handle: async ({ request }) => {
      await deps.limits.passkey(request.ip);
      const options = await deps.passkeyVerifier.assertionOptions();
      const token = await openPasskeyChallenge(deps, signInScope, options.challenge);
      return { challenge_token: token, options };
    },
  });
