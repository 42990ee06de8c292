import { type AuditActor, type StoredEntry } from '@tributary/contracts';
import { type TokenHolder } from './access-claims.ts';
import { type Membership } from './membership.ts';
import { type OidcLink } from './oidc.ts';
import { type Passkey } from './passkey.ts';
import { type SecondFactor } from './second-factor.ts';
import { type TeamInvitation } from './team-invitation.ts';
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

/** A begun enrolment, which replaces one that was not confirmed. */
export const enrolmentChange = (before: SecondFactor | undefined, after: SecondFactor) => ({
  kind: 'second_factor',
  id: after.id,
  accountId: after.id,
  before,
  after,
});

/** New recovery codes in place of those that were left. */
export const recoveryCodesChange = (
  userId: string,
  before: readonly string[],
  after: readonly string[],
) => ({
  kind: 'second_factor',
  id: userId,
  accountId: userId,
  before: { recoveryHashes: before },
  after: { recoveryHashes: after },
});

/** A change of an invitation: it is in the log of the account, also where the invited person made it. */
export const invitationChange = (before: TeamInvitation | undefined, after: TeamInvitation) => ({
  kind: 'team_invitation',
  id: after.id,
  accountId: after.accountId,
  before,
  after,
});

interface LoginRecordChange<T> {
  readonly before?: T;
  readonly after?: T;
}

/** A passkey that is added, renamed or removed: it is in the log of its owner, also where an administrator made the change. */
export const passkeyChange = (
  { id, userId }: Pick<Passkey, 'id' | 'userId'>,
  records: LoginRecordChange<Passkey>,
) => ({ kind: 'passkey', id, accountId: userId, ...records });

/** An account of the provider that is linked or unlinked: it is in the log of the login’s owner. */
export const oidcLinkChange = (
  { id, userId }: Pick<OidcLink, 'id' | 'userId'>,
  records: LoginRecordChange<OidcLink>,
) => ({ kind: 'oidc_link', id, accountId: userId, ...records });

/** The end of a session: it is in the log of the person who signed in. */
export const sessionEnd = (userId: string, id: string, revokedAt: Date) => ({
  kind: 'session',
  id,
  accountId: userId,
  before: { revokedAt: null },
  after: { revokedAt },
});
