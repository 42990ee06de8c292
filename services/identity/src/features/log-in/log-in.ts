import { userSignedIn } from '@tributary/contracts';
import { forbidden, unauthenticated } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { expiryOf } from '../../domain/session.ts';
import { firstRefreshToken } from '../../workflows/opaque-token.ts';
import { type OpenedSession } from '../../views/session-view.ts';

/**
 * Signs in by password. An unknown address and a wrong password cannot be told apart, by the answer
 * or by its time. @throws unauthenticated `invalid_credentials`; forbidden `account_suspended`
 */
export const logIn =
  (deps: Deps) =>
  async (given: { email: string; password: string; ip: string }): Promise<OpenedSession> => {
    const now = deps.clock.now();
    const user = await deps.users.findByEmail(given.email);
    const fits = await deps.passwords.verify(given.password, user?.passwordHash);
    if (user === undefined || !fits) {
      throw unauthenticated('invalid_credentials', {
        message: 'The e-mail address or the password is wrong',
      });
    }
    const { token, text } = firstRefreshToken(deps.newId());
    const { sessionId, ...digests } = token;
    // Read again in the transaction: a suspension meanwhile must not leave a session behind.
    const current = await deps.transaction(async ({ users, sessions, outbox }) => {
      const found = await users.get(user.id);
      if (found.status === 'suspended') throw suspended();
      const times = { createdAt: now, rotatedAt: now, expiresAt: expiryOf(now), revokedAt: null };
      await sessions.create({ id: sessionId, userId: user.id, ...digests, ...times });
      // Fraud scoring compares where affiliates work with where orders come from.
      if (found.role === 'affiliate') {
        const signedInAt = now.toISOString();
        const { role } = found;
        await outbox.add(userSignedIn({ userId: user.id, role, ip: given.ip, signedInAt }));
      }
      return found;
    });
    return { user: current, access: deps.tokens.forUser(current, now), refreshToken: text };
  };

const suspended = () =>
  forbidden('account_suspended', { message: 'This account has been suspended' });
