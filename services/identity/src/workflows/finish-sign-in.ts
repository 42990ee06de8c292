import { forbidden } from '@tributary/errors';
import { nameAuditActor } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { auditActorOf } from '../domain/audit-entry.ts';
import { provesSecondFactor } from '../domain/second-factor.ts';
import { expiryOfChallenge } from '../domain/sign-in-challenge.ts';
import { newPlaceEvents, signInEvents } from '../domain/user.ts';
import { type OpenedSession } from '../views/session-view.ts';
import { type SignInClient } from '../views/sign-in-client.ts';
import { type SignInOutcome } from '../views/sign-in-view.ts';
import { endPresentSession } from './end-present-session.ts';
import { newSession } from './new-session.ts';
import { digestOf, newChallengeToken } from './opaque-token.ts';
import { findTokenHolder } from './token-holder.ts';

type Stores = Parameters<Parameters<Deps['transaction']>[0]>[0];

/** A person who has proved who they are. */
export interface SignIn extends SignInClient {
  readonly userId: string;
  /** How (RFC 8176). `mfa` is among them where no second factor is required. */
  readonly authMethods: readonly string[];
  /** Another account of the login; left out, its own. */
  readonly accountId?: string | undefined;
}

/** Who the session's tokens will be for. @throws forbidden `account_suspended`, `not_a_member` */
async function getHolder({ users, memberships }: Stores, { userId, accountId }: SignIn) {
  const person = await users.get(userId);
  if (person.status === 'suspended') {
    throw forbidden('account_suspended', { message: 'This account has been suspended' });
  }
  const ids = { accountId: accountId ?? userId, personId: userId };
  const holder = await findTokenHolder({ users, memberships }, ids);
  if (holder === undefined) {
    throw forbidden('not_a_member', { message: 'This login is no member of the account' });
  }
  return { person, holder };
}

/**
 * Opens the session of a sign-in, in the caller’s transaction.
 * @throws forbidden `account_suspended`, `not_a_member`
 */
export async function openSession(
  { tokens, newId }: Pick<Deps, 'tokens' | 'newId'>,
  stores: Stores,
  signIn: SignIn,
  now: Date,
): Promise<OpenedSession> {
  const { userId, authMethods, ip, accountId } = signIn;
  const { person, holder } = await getHolder(stores, signIn);
  nameAuditActor(auditActorOf(holder));
  const ids = { id: newId(), userId, ...(accountId === undefined ? {} : { accountId }) };
  const { session, secret } = newSession({ ...ids, authMethods }, signIn, now);
  const earlier = await stores.sessions.listPlaces(userId);
  await endPresentSession(stores, signIn, now);
  await stores.sessions.create(session);
  const places = newPlaceEvents(person, session, earlier);
  await stores.outbox.add(...signInEvents(person, ip, now), ...places);
  return { holder, access: tokens.forSession(holder, session, now), secret };
}

/** Makes the token by which the second factor continues the sign-in. */
async function openChallenge(stores: Stores, signIn: SignIn, now: Date): Promise<SignInOutcome> {
  const { userId, authMethods, accountId } = signIn;
  await getHolder(stores, signIn);
  const token = newChallengeToken();
  const expiresAt = expiryOfChallenge(now);
  const times = { createdAt: now, expiresAt };
  const account = accountId === undefined ? {} : { accountId };
  const proved = { userId, ...account, authMethods, attempts: 0 };
  await stores.signInChallenges.create({ id: digestOf(token), ...proved, ...times });
  return { challenge: { token, expiresAt } };
}

/**
 * Signs in a person whose first proof was right: opens a session, or answers with a challenge where the
 * person has a second factor that the proof does not include. Every way to sign in ends here.
 * @throws forbidden `account_suspended`, `not_a_member`
 */
export const finishSignIn =
  (deps: Pick<Deps, 'tokens' | 'transaction' | 'clock' | 'newId'>) =>
  (signIn: SignIn): Promise<SignInOutcome> =>
    // Read in the transaction, because a suspension meanwhile must not leave a session.
    deps.transaction(async (stores) => {
      const now = deps.clock.now();
      const isProved = provesSecondFactor(signIn.authMethods);
      if (!isProved && (await stores.secondFactors.isRequired(signIn.userId))) {
        return openChallenge(stores, signIn, now);
      }
      return { opened: await openSession(deps, stores, signIn, now) };
    });
