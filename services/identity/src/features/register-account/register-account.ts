import { userSignedIn } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';
import { expiryOf } from '../../domain/session.ts';
import { decideRegistration, type Profile } from '../../domain/user.ts';
import { firstRefreshToken } from '../../workflows/opaque-token.ts';
import { type OpenedSession } from '../../views/session-view.ts';

interface Input {
  readonly email: string;
  readonly password: string;
  readonly role: 'affiliate' | 'brand';
  readonly profile: Profile;
  readonly ip: string;
}

/** Opens an account and signs it in. @throws conflict `email_taken` */
export const register =
  (deps: Deps) =>
  async ({ email, password, role, profile, ip }: Input): Promise<OpenedSession> => {
    const passwordHash = await deps.passwords.hash(password);
    const { token, text } = firstRefreshToken(deps.newId());
    const id = deps.newId();
    const now = deps.clock.now();
    const user = await deps.transaction(async ({ users, sessions, outbox }) => {
      const decided = decideRegistration({ id, role, email, passwordHash, profile }, now);
      await users.create(decided.user);
      const { sessionId, ...digests } = token;
      await sessions.create({
        id: sessionId,
        userId: id,
        ...digests,
        createdAt: now,
        rotatedAt: now,
        expiresAt: expiryOf(now),
        revokedAt: null,
      });
      await outbox.add(...decided.events);
      if (role === 'affiliate') {
        await outbox.add(userSignedIn({ userId: id, role, ip, signedInAt: now.toISOString() }));
      }
      return decided.user;
    });
    return { user, access: deps.tokens.forUser(user, now), refreshToken: text };
  };
