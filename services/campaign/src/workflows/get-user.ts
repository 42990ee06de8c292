import { unavailable } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import { type UserCopy } from '../domain/user.ts';

const IDENTITY_DEADLINE_MS = 2_000;

/**
 * An account: from the copy, or, where its first event has not come yet, from identity itself, whose
 * answer is kept. Undefined where there is no such account.
 * @throws unavailable where it is unknown here and identity does not answer
 */
export async function findUser(
  { users, identity }: Pick<Deps, 'users' | 'identity'>,
  id: string,
): Promise<UserCopy | undefined> {
  const known = await users.find(id);
  if (known !== undefined) return known;
  const { users: answered } = await identity.call(
    'GetMany',
    { userIds: [id] },
    { deadlineMs: IDENTITY_DEADLINE_MS, idempotent: true },
  );
  const [user] = answered;
  if (user === undefined) return undefined;
  const { role, status, email, name } = user;
  const company = user.company === '' ? null : user.company;
  const country = user.country === '' ? null : user.country;
  const copy = { id, role, status, email, name, company, country, marketingChannels: null };
  await users.keepAnswer(copy);
  return copy;
}

/**
 * The account of a caller, who has a valid token, so that a missing one is only late.
 * @throws unavailable where nothing is known of it yet
 */
export async function getCaller(
  deps: Pick<Deps, 'users' | 'identity'>,
  id: string,
): Promise<UserCopy> {
  const user = await findUser(deps, id);
  if (user === undefined) {
    throw unavailable('account_not_ready', {
      message: 'The account is not known here yet; try again in a moment',
      retryAfterSeconds: 1,
    });
  }
  return user;
}
