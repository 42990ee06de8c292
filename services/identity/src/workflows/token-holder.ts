import { type Deps } from '../deps.ts';
import { type TokenHolder } from '../domain/access-claims.ts';
import { statusOf, type User } from '../domain/user.ts';

type HolderDeps = Pick<Deps, 'users' | 'memberships'>;

const isUsable = (user: User | undefined): user is User =>
  user !== undefined && statusOf(user) !== 'suspended';

/**
 * The holder of tokens by which a person acts for an account. Undefined where the person is no member
 * (any more), or where account or person are unknown or suspended. While an account is to be deleted, its
 * own login alone holds tokens, and they are restricted.
 */
export async function findTokenHolder(
  { users, memberships }: HolderDeps,
  { accountId, personId }: { readonly accountId: string; readonly personId: string },
): Promise<TokenHolder | undefined> {
  const account = await users.find(accountId);
  if (account === undefined || account.status === 'suspended') return undefined;
  if (accountId === personId) return { account };
  if (!isUsable(account)) return undefined;
  const [person, membership] = await Promise.all([
    users.find(personId),
    memberships.find(accountId, personId),
  ]);
  if (!isUsable(person) || membership?.status !== 'active') return undefined;
  return { account, member: { person, membership } };
}
