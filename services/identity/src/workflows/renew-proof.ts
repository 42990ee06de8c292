import { unauthenticated } from '@tributary/errors';
import { type Actor } from '@tributary/service';
import { type Deps } from '../deps.ts';
import { type IssuedAccessToken } from '../domain/access-claims.ts';
import { findTokenHolder } from './token-holder.ts';

type Stores = Parameters<Parameters<Deps['transaction']>[0]>[0];

const endedSession = () =>
  unauthenticated('invalid_token', { message: 'The session has ended: sign in again' });

/**
 * An access token of the caller's session whose person has just proved who they are by these methods, in
 * the caller’s transaction. Refreshed tokens state the same moment.
 * @throws unauthenticated where the session has ended, or its token is older than sessions
 */
export async function renewProof(
  { tokens }: Pick<Deps, 'tokens'>,
  stores: Stores,
  proved: { readonly actor: Actor; readonly authMethods: readonly string[] },
  now: Date,
): Promise<IssuedAccessToken> {
  const { memberId: userId, sessionId: id } = proved.actor;
  if (id === undefined) throw endedSession();
  const session = await stores.sessions.renewProof({ id, userId }, proved.authMethods, now);
  if (session === undefined) throw endedSession();
  const { accountId = userId } = session;
  const holder = await findTokenHolder(stores, { accountId, personId: userId });
  if (holder === undefined) throw endedSession();
  return tokens.forSession(holder, session, now);
}
