import { unauthenticated } from '@tributary/errors';
import { type AssertionResponse } from '../../clients/passkey-verifier.ts';
import { passkeyMethods } from '../../domain/passkey.ts';
import { type SignInClient } from '../../views/sign-in-client.ts';
import { type SignInOutcome } from '../../views/sign-in-view.ts';
import { finishSignIn } from '../../workflows/finish-sign-in.ts';
import { signInScope } from '../../workflows/passkey-challenge.ts';
import { verifyPasskey } from '../../workflows/verify-passkey.ts';

interface Input extends SignInClient {
  readonly credential: AssertionResponse;
  readonly challengeToken: string;
  /** Another account of the login; left out, its own. */
  readonly accountId?: string | undefined;
}

/**
 * Signs in the owner of the passkey that has signed the challenge.
 * @throws unauthenticated `invalid_passkey`; forbidden `account_suspended`, `not_a_member`
 */
export const logInByPasskey =
  (deps: Parameters<typeof verifyPasskey>[0] & Parameters<typeof finishSignIn>[0]) =>
  async ({ credential, challengeToken, ...from }: Input): Promise<SignInOutcome> => {
    const passkey = await verifyPasskey(deps)({ credential, challengeToken, scope: signInScope });
    if (passkey === undefined) {
      throw unauthenticated('invalid_passkey', { message: 'The passkey was not accepted' });
    }
    const authMethods = passkeyMethods(passkey);
    return finishSignIn(deps)({ userId: passkey.userId, authMethods, ...from });
  };
