import { type Deps } from '../deps.ts';
import { type Membership } from '../domain/membership.ts';
import { type User } from '../domain/user.ts';

/** A person who may act in another login's account. */
export interface Member {
  readonly person: User;
  readonly membership: Membership;
}

/** The members of an account besides the person whose login it belongs to, the first to join first. */
export async function listMembers(
  { users, memberships }: Pick<Deps, 'users' | 'memberships'>,
  accountId: string,
): Promise<Member[]> {
  const found = await memberships.listOfAccount(accountId);
  const people = await users.getMany(found.map(({ memberId }) => memberId));
  const byId = new Map(people.map((person) => [person.id, person]));
  return found.flatMap((membership) => {
    const person = byId.get(membership.memberId);
    return person === undefined ? [] : [{ person, membership }];
  });
}
