import { type Deps } from '../../deps.ts';
import { codeMethods } from '../../domain/second-factor.ts';
import { invalidChallenge } from '../../domain/sign-in-challenge.ts';
import { isRevokedSince } from '../../domain/user.ts';
import { type OpenedSession } from '../../views/session-view.ts';
import { type SignInClient } from '../../views/sign-in-client.ts';
import { openSession } from '../../workflows/finish-sign-in.ts';
import { digestOf } from '../../workflows/opaque-token.ts';
import { withCode } from '../../workflows/second-factor-codes.ts';

interface Input {
  readonly challengeToken: string;
  readonly code: string;
  readonly client: SignInClient;
}

type FinishDeps = Parameters<typeof withCode>[0] &
  Pick<Deps, 'signInChallenges' | 'tokens' | 'newId'>;

/**
 * Opens the session of a sign-in by a code of the second factor. A password that was changed since the
 * sign-in began ends it.
 * @throws unauthenticated `invalid_challenge`; forbidden `wrong_code`, `account_suspended`, `not_a_member`
 */
export const finishLogIn =
  (deps: FinishDeps) =>
  async ({ challengeToken, code, client }: Input): Promise<OpenedSession> => {
    const id = digestOf(challengeToken);
    const challenge = await deps.signInChallenges.countAttempt(id, deps.clock.now());
    if (challenge === undefined) throw invalidChallenge();
    const { userId, accountId, createdAt } = challenge;
    return withCode(deps, { userId, code }, async (stores, now) => {
      const isOpen = await stores.signInChallenges.delete(id);
      const user = await stores.users.get(userId);
      if (!isOpen || isRevokedSince(user, createdAt)) throw invalidChallenge();
      const authMethods = [...challenge.authMethods, ...codeMethods];
      return openSession(deps, stores, { ...client, userId, accountId, authMethods }, now);
    });
  };
