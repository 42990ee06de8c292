import { type AuditActor, type StoredEntry } from '@tributary/contracts';
import { type TokenHolder } from './access-claims.ts';
import { type Membership } from './membership.ts';
import { type User } from './user.ts';

/** One entry of the audit log, in its chain. */
export type AuditEntry = StoredEntry;

/** The last entry of a chain. */
export interface AuditHead {
  readonly chain: string;
  readonly sequence: number;
  readonly hash: string;
}

/** A change of an account for the audit log; an administrator's is in the account's chain as well. */
export const userChange = (before: User, after: User) => ({
  kind: 'user',
  id: after.id,
  accountId: after.id,
  before,
  after,
});

/** Who acts by a sign-in, or by a link that was mailed to an account. */
export const auditActorOf = ({ account, member }: TokenHolder): AuditActor => ({
  accountId: account.id,
  memberId: member?.person.id ?? account.id,
  role: account.role,
  memberRole: member?.membership.role ?? 'owner',
  apiKeyId: null,
});

/** A change of a membership: it is in the log of the account, also where the member made it. */
export const membershipChange = (before: Membership | undefined, after: Membership) => ({
  kind: 'membership',
  id: after.memberId,
  accountId: after.accountId,
  before,
  after,
});

/** A second factor that is added or removed; the log states none of its secrets. */
export const secondFactorChange = (userId: string, enrolled: boolean) => ({
  kind: 'second_factor',
  id: userId,
  accountId: userId,
  before: { enrolled: !enrolled },
  after: { enrolled },
});
