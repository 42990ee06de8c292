import {
  type DomainEvent,
  type Plan,
  type Role,
  type UserSnapshot,
  type UserStatus,
  userCredentialsChanged,
  userDeviceSeen,
  userEmailVerified,
  userErased,
  userRegistered,
  userSignedIn,
  userStatusChanged,
  userSuspensionRestated,
  userUpdated,
} from '@tributary/contracts';
import { SECOND_MS } from '@tributary/units';
import { conflict, forbidden } from '@tributary/errors';
import { type Session } from './session.ts';

/** The part of an account that its owner describes. */
export interface Profile {
  readonly name: string;
  readonly company: string | null;
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string | null;
  readonly phone: string | null;
  readonly website: string | null;
  readonly marketingChannels: readonly string[];
}

export interface User extends Profile {
  readonly id: string;
  readonly role: Role;
  readonly plan: Plan;
  readonly status: UserStatus;
  /** Normalised. */
  readonly email: string;
  /** When the owner proved the address; null for an unproved one. */
  readonly emailVerifiedAt: Date | null;
  /** PHC string; never leaves this service. */
  readonly passwordHash: string;
  /** Tokens issued up to this moment are revoked. */
  readonly tokensRevokedAt: Date | null;
  /** When the account will be erased, as its owner requested; absent of all others. */
  readonly deletionDueAt?: Date;
  /** The locale that the browser preferred at the registration; absent where it is not known. */
  readonly locale?: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A new state and its events; no events where nothing changed. */
export interface Decision {
  readonly user: User;
  readonly events: readonly DomainEvent[];
}

/** The status that other services and persons see: an account that is to be deleted is suspended. */
export const statusOf = ({ status, deletionDueAt }: User): UserStatus =>
  deletionDueAt === undefined ? status : 'suspended';

/** The account as events publish it. */
export const snapshotOf = (user: User): UserSnapshot => ({
  userId: user.id,
  role: user.role,
  plan: user.plan,
  status: statusOf(user),
  email: user.email,
  emailVerified: user.emailVerifiedAt !== null,
  name: user.name,
  company: user.company,
  country: user.country,
  phone: user.phone,
  marketingChannels: [...user.marketingChannels],
  ...(user.locale === undefined ? {} : { locale: user.locale }),
  registeredAt: user.createdAt.toISOString(),
});

export interface Registration {
  readonly id: string;
  readonly role: Role;
  readonly email: string;
  /** Set where the operator vouches for the address. */
  readonly emailVerifiedAt?: Date;
  readonly locale?: string;
  readonly passwordHash: string;
  readonly profile: Profile;
}

/** A new account: active, on the free plan. */
export function decideRegistration(registration: Registration, now: Date): Decision {
  const { profile, ...account } = registration;
  const user: User = {
    ...account,
    ...profile,
    plan: 'free',
    status: 'active',
    emailVerifiedAt: registration.emailVerifiedAt ?? null,
    tokensRevokedAt: null,
    createdAt: now,
    updatedAt: now,
  };
  return { user, events: [userRegistered(snapshotOf(user))] };
}

/** The sign-in of an affiliate, whose address fraud scoring compares with the addresses of orders. */
export const signInEvents = ({ id, role }: User, ip: string, now: Date): DomainEvent[] =>
  role === 'affiliate'
    ? [userSignedIn({ userId: id, role, ip, signedInAt: now.toISOString() })]
    : [];

/**
 * A revocation lies this far ahead, so that it includes a token that another instance signs at the same
 * moment by a clock that runs ahead. Less than the clock tolerance of the token verifiers (5 s).
 */
const REVOCATION_AHEAD_MS = 2_000;

/**
 * The moment up to which a revocation of now ends tokens. Tokens after a revocation are dated after it, so that the next
 * one has to lie after those of the last, even within the same second.
 */
export const revocationAt = (now: Date, last: Date | null): Date =>
  new Date(Math.max(now.getTime() + REVOCATION_AHEAD_MS, (last?.getTime() ?? 0) + SECOND_MS));

/** Whether the tokens of a moment were revoked later: what was requested by them is void as well. */
export const isRevokedSince = ({ tokensRevokedAt }: User, moment: Date): boolean =>
  tokensRevokedAt !== null && revocationAt(moment, null) < tokensRevokedAt;

/** A sign-in by a device, or from a network, that none of the user's earlier sign-ins had. */
export function newPlaceEvents(
  { id }: User,
  session: Session,
  earlier: readonly Pick<Session, 'device' | 'network'>[],
): DomainEvent[] {
  const { device, network, createdAt } = session;
  const isKnown =
    earlier.length === 0 ||
    (earlier.some((one) => one.device === device) &&
      earlier.some((one) => one.network === network));
  if (isKnown || device === null || network === null) return [];
  const signedInAt = createdAt.toISOString();
  return [userDeviceSeen({ userId: id, device, network, signedInAt })];
}

export interface AccountChanges extends Partial<Profile> {
  readonly email?: string;
  /** Where it is left out, a new address is unproved. */
  readonly emailVerifiedAt?: Date;
  readonly passwordHash?: string;
}

const sameValue = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

type Credential = 'email' | 'password';

/** Changed data are one event, changed credentials a second one, because they warrant an alert. */
function changeEvents(user: User, changed: readonly Credential[]): DomainEvent[] {
  const snapshot = snapshotOf(user);
  const alerts =
    changed.length === 0 ? [] : [userCredentialsChanged({ ...snapshot, changed: [...changed] })];
  return [userUpdated(snapshot), ...alerts];
}

/** Applies the owner's changes. A new password revokes every token issued so far. */
export function decideAccountChange(user: User, changes: AccountChanges, now: Date): Decision {
  const names = Object.keys(changes) as (keyof AccountChanges)[];
  const changed = names.filter((name) => !sameValue(user[name], changes[name]));
  if (changed.length === 0) return { user, events: [] };
  const isNewEmail = changed.includes('email');
  const isNewPassword = changed.includes('passwordHash');
  const next: User = {
    ...user,
    ...(isNewEmail ? { emailVerifiedAt: null } : {}),
    ...(isNewPassword ? { tokensRevokedAt: revocationAt(now, user.tokensRevokedAt) } : {}),
    ...changes,
    updatedAt: now,
  };
  const credentials = [
    ...(isNewEmail ? (['email'] as const) : []),
    ...(isNewPassword ? (['password'] as const) : []),
  ];
  return { user: next, events: changeEvents(next, credentials) };
}

/** The owner has proved the address. */
export function decideEmailVerification(user: User, now: Date): Decision {
  if (user.emailVerifiedAt !== null) return { user, events: [] };
  const next: User = { ...user, emailVerifiedAt: now, updatedAt: now };
  return { user: next, events: [userEmailVerified(snapshotOf(next))] };
}

/** The owner takes back a change of the address; the one who changed it knows the password. */
export function decideEmailRestoration(
  user: User,
  { email, passwordHash }: Pick<User, 'email' | 'passwordHash'>,
  now: Date,
): Decision {
  const next: User = {
    ...user,
    email,
    emailVerifiedAt: now,
    passwordHash,
    tokensRevokedAt: revocationAt(now, user.tokensRevokedAt),
    updatedAt: now,
  };
  return { user: next, events: changeEvents(next, ['email', 'password']) };
}

/** Moves an account to another plan, which is in force from the next access token on. */
export function decidePlan(user: User, plan: Plan, now: Date): Decision {
  if (user.plan === plan) return { user, events: [] };
  const next: User = { ...user, plan, updatedAt: now };
  return { user: next, events: [userUpdated(snapshotOf(next))] };
}

/** The event of a new status. It names a pending deletion except of an account that an administrator suspended. */
function statusEvent(user: User, previousStatus: UserStatus): DomainEvent {
  const { status, deletionDueAt } = user;
  const isLeaving = status !== 'suspended' && deletionDueAt !== undefined;
  const leaving = isLeaving ? { deletionDueAt: deletionDueAt.toISOString() } : {};
  return userStatusChanged({ ...snapshotOf(user), previousStatus, ...leaving });
}

/** Verifies, suspends or re-activates an account. Suspension revokes every token issued so far. */
export function decideStatus(
  user: User,
  status: UserStatus,
  by: { actorId: string; now: Date },
): Decision {
  if (user.id === by.actorId && status === 'suspended') {
    throw conflict('cannot_suspend_yourself', {
      message: 'Administrators cannot suspend their own account',
    });
  }
  if (user.status === status) return { user, events: [] };
  const tokensRevokedAt =
    status === 'suspended' ? revocationAt(by.now, user.tokensRevokedAt) : user.tokensRevokedAt;
  const next: User = { ...user, status, tokensRevokedAt, updatedAt: by.now };
  return { user: next, events: [statusEvent(next, user.status)] };
}

/** The suspension of an account as of its last change, for services that missed it. */
export const restatedSuspension = (user: User): DomainEvent =>
  userSuspensionRestated({ ...snapshotOf(user), changedAt: user.updatedAt.toISOString() });

/**
 * The owner requests the deletion of the account. Revokes every token issued so far.
 * @throws forbidden `account_suspended`, because what is owed to an account that is left is paid
 */
export function decideDeletion(user: User, dueAt: Date, now: Date): Decision {
  if (user.status === 'suspended') {
    throw forbidden('account_suspended', { message: 'This account has been suspended' });
  }
  if (user.deletionDueAt !== undefined) return { user, events: [] };
  const next: User = {
    ...user,
    deletionDueAt: dueAt,
    tokensRevokedAt: revocationAt(now, user.tokensRevokedAt),
    updatedAt: now,
  };
  return { user: next, events: [statusEvent(next, user.status)] };
}

/** The owner takes the deletion back. @throws conflict `no_deletion_pending` */
export function decideDeletionEnd({ deletionDueAt, ...user }: User, now: Date): Decision {
  if (deletionDueAt === undefined) {
    throw conflict('no_deletion_pending', { message: 'The account is not to be deleted' });
  }
  const next: User = { ...user, updatedAt: now };
  return { user: next, events: [statusEvent(next, 'suspended')] };
}

/** Whether the account is erased now; one that an administrator suspended meanwhile waits for the review. */
export const isErasureDue = ({ status, deletionDueAt }: User, now: Date): boolean =>
  deletionDueAt !== undefined && deletionDueAt <= now && status !== 'suspended';

export const erasedEvent = ({ id, role }: User, now: Date): DomainEvent =>
  userErased({ userId: id, role, erasedAt: now.toISOString() });
