import { unavailable } from '@tributary/errors';
import { type Deps } from '../deps.ts';
import { type UserCopy } from '../domain/user.ts';

const IDENTITY_DEADLINE_MS = 2_000;

type Accounts = Pick<Deps, 'users' | 'identity'>;

/**
 * An account from this service's copy, or from identity where no event of it has arrived yet; then
 * identity's response is stored. Undefined where there is no such account.
 * @throws unavailable where the account is not in the copy and identity is unavailable
 */
export async function findUser(
  { users, identity }: Accounts,
  id: string,
): Promise<UserCopy | undefined> {
  const copied = await users.find(id);
  if (copied !== undefined) return copied;
  const { users: found } = await identity.call(
    'GetMany',
    { userIds: [id] },
    { deadlineMs: IDENTITY_DEADLINE_MS, idempotent: true },
  );
  const [user] = found;
  if (user === undefined) return undefined;
  const { role, status, email, emailVerified, name } = user;
  const company = user.company === '' ? null : user.company;
  const country = user.country === '' ? null : user.country;
  const account = { id, role, status, email, emailVerified, name, company, country };
  const copy = { ...account, marketingChannels: null };
  await users.createIfAbsent(copy);
  return copy;
}

/** @throws unavailable: the caller's token is valid, so the missing account will arrive soon */
export async function getCaller(accounts: Accounts, id: string): Promise<UserCopy> {
  const user = await findUser(accounts, id);
  if (user === undefined) {
    throw unavailable('account_not_ready', {
      message: 'The account is not known here yet; try again in a moment',
      retryAfterSeconds: 1,
    });
  }
  return user;
}
