import {
  type DomainEvent,
  memberAdded,
  memberRemoved,
  type MemberRole,
  memberRoleChanged,
  type MemberSnapshot,
} from '@tributary/contracts';
import { conflict } from '@tributary/errors';
import { revocationAt, type User } from './user.ts';

/** Members of one account, besides the person whose login it belongs to. */
export const MAX_MEMBERS = 100;
/** Accounts that one person may be a member of. */
export const MAX_ACCOUNTS = 50;

/**
 * A person’s place in another account. The person whose login an account belongs to is its owner
 * without a membership, so that every account of before has an owner.
 */
export interface Membership {
  /** `<accountId>/<memberId>` */
  readonly id: string;
  readonly accountId: string;
  /** The user id of the person. */
  readonly memberId: string;
  readonly role: MemberRole;
  /** A removed membership stays, because its revocation has to. */
  readonly status: 'active' | 'removed';
  /** Tokens of this member for this account issued up to this moment are revoked. */
  readonly tokensRevokedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A new state and its events; no events where nothing changed. */
export interface MembershipDecision {
  readonly membership: Membership;
  readonly events: readonly DomainEvent[];
}

export const membershipIdOf = (accountId: string, memberId: string): string =>
  `${accountId}/${memberId}`;

/** @throws conflict `owner_stays` for the person whose login the account belongs to */
export function refuseAccountHolder(accountId: string, memberId: string): void {
  if (accountId !== memberId) return;
  throw conflict('owner_stays', {
    message: 'The login that the account belongs to stays its owner, so that it always has one',
  });
}

const snapshotOf = ({ accountId, memberId, role }: Membership): MemberSnapshot => ({
  accountId,
  memberId,
  memberRole: role,
});

interface Joining {
  readonly account: User;
  readonly person: User;
  readonly role: MemberRole;
}

/** @throws conflict `already_member` */
export function decideJoining(
  existing: Membership | undefined,
  { account, person, role }: Joining,
  now: Date,
): MembershipDecision {
  if (account.id === person.id || existing?.status === 'active') {
    throw conflict('already_member', { message: 'This login is a member of the account already' });
  }
  const membership: Membership = {
    id: membershipIdOf(account.id, person.id),
    accountId: account.id,
    memberId: person.id,
    role,
    status: 'active',
    tokensRevokedAt: existing?.tokensRevokedAt ?? null,
    createdAt: now,
    updatedAt: now,
  };
  const data = {
    ...snapshotOf(membership),
    accountRole: account.role,
    joinedAt: now.toISOString(),
  };
  return { membership, events: [memberAdded(data)] };
}

/** Gives a member another role; the member’s tokens are revoked, so that the new role is in force at once. */
export function decideRole(
  membership: Membership,
  role: MemberRole,
  now: Date,
): MembershipDecision {
  if (membership.role === role) return { membership, events: [] };
  const tokensRevokedAt = revocationAt(now, membership.tokensRevokedAt);
  const changed = { ...membership, role, tokensRevokedAt, updatedAt: now };
  const data = { ...snapshotOf(changed), previousRole: membership.role };
  return { membership: changed, events: [memberRoleChanged(data)] };
}

/** Ends a membership with all its tokens. */
export function decideRemoval(membership: Membership, now: Date): MembershipDecision {
  if (membership.status === 'removed') return { membership, events: [] };
  const status = 'removed' as const;
  const tokensRevokedAt = revocationAt(now, membership.tokensRevokedAt);
  const removed = { ...membership, status, tokensRevokedAt, updatedAt: now };
  return {
    membership: removed,
    events: [memberRemoved({ ...snapshotOf(removed), removedAt: now.toISOString() })],
  };
}
