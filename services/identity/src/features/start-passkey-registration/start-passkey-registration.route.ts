import { route } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { passkeyOptionsResponse } from '../../views/passkey-view.ts';
import { signInChangeErrors } from '../../views/second-factor-fields.ts';
import { openPasskeyChallenge } from '../../workflows/passkey-challenge.ts';
import { requireSecondFactor } from '../../workflows/require-second-factor.ts';

export const startPasskeyRegistrationRoute = (deps: Deps) =>
  route({
    operationId: 'startPasskeyRegistration',
    method: 'post',
    path: '/api/auth/passkeys/options',
    summary: 'Begin to register a passkey',
    description:
      'Pass `options` to `navigator.credentials.create` and send its answer with `challenge_token` ' +
      'to `POST /api/auth/passkeys` in the same session, within five minutes.',
    allow: 'signed_in',
    permission: 'login:write',
    stepUp: true,
    response: passkeyOptionsResponse,
    errors: signInChangeErrors,
    handle: async ({ actor }) => {
      const { memberId: userId, sessionId = null } = actor;
      await requireSecondFactor(deps, actor);
      const [user, existing] = await Promise.all([
        deps.users.get(userId),
        deps.passkeys.listOf(userId),
      ]);
      const options = await deps.passkeyVerifier.registrationOptions(user, existing);
      const scope = { purpose: 'register', userId, sessionId } as const;
      const token = await openPasskeyChallenge(deps, scope, options.challenge);
      return { challenge_token: token, options };
    },
  });
