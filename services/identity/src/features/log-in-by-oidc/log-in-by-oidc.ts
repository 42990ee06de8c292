import { forbidden } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { type SignInClient } from '../../views/sign-in-client.ts';
import { type SignInOutcome } from '../../views/sign-in-view.ts';
import { finishSignIn } from '../../workflows/finish-sign-in.ts';
import { takeOidcCode } from '../../workflows/oidc-redirect.ts';

interface Input extends SignInClient {
  readonly code: string;
  readonly browserSecret: string | undefined;
  /** Another account of the login; left out, its own. */
  readonly accountId?: string | undefined;
}

/** A federated sign-in. The provider’s own factors are not believed: a second factor is required as ever. */
const AUTH_METHODS = ['fed'];

/**
 * Signs in the login to which the proved account of the provider is linked.
 * @throws unauthenticated `invalid_oidc_code`; forbidden `oidc_not_linked`, `account_suspended`,
 * `not_a_member`
 */
export const logInByOidc =
  (
    deps: Pick<Deps, 'oidcLinks' | 'oidcRedirects' | 'clock'> & Parameters<typeof finishSignIn>[0],
  ) =>
  async ({ code, browserSecret, ...from }: Input): Promise<SignInOutcome> => {
    const scope = { userId: null, sessionId: null };
    const proved = await takeOidcCode(deps, { code, browserSecret }, scope);
    const link = await deps.oidcLinks.find(proved);
    if (link === undefined) {
      throw forbidden('oidc_not_linked', {
        message: 'No login is linked; sign in another way and link the provider first',
      });
    }
    return finishSignIn(deps)({ userId: link.userId, authMethods: AUTH_METHODS, ...from });
  };
