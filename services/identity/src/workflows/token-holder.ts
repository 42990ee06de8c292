import { type Deps } from '../deps.ts';
import { type TokenHolder } from '../domain/access-claims.ts';
import { type User } from '../domain/user.ts';

type HolderDeps = Pick<Deps, 'users' | 'memberships'>;

const isUsable = (user: User | undefined): user is User =>
  user !== undefined && user.status !== 'suspended';

/**
 * The holder of tokens by which a person acts for an account. Undefined where the person is no member
 * (any more), or where account or person are unknown or suspended.
 */
export async function findTokenHolder(
  { users, memberships }: HolderDeps,
  { accountId, personId }: { readonly accountId: string; readonly personId: string },
): Promise<TokenHolder | undefined> {
  const account = await users.find(accountId);
  if (!isUsable(account)) return undefined;
  if (accountId === personId) return { account };
  const [person, membership] = await Promise.all([
    users.find(personId),
    memberships.find(accountId, personId),
  ]);
  if (!isUsable(person) || membership?.status !== 'active') return undefined;
  return { account, member: { person, membership } };
}
