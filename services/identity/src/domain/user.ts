import {
  type DomainEvent,
  type Plan,
  type Role,
  type UserSnapshot,
  type UserStatus,
  userCredentialsChanged,
  userRegistered,
  userSignedIn,
  userStatusChanged,
  userUpdated,
} from '@tributary/contracts';
import { conflict } from '@tributary/errors';

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
  /** PHC string; never leaves this service. */
  readonly passwordHash: string;
  /** Tokens issued up to this moment are revoked. */
  readonly tokensRevokedAt: Date | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A new state and its events; no events where nothing changed. */
export interface Decision {
  readonly user: User;
  readonly events: readonly DomainEvent[];
}

/** The account as events publish it. */
export const snapshotOf = (user: User): UserSnapshot => ({
  userId: user.id,
  role: user.role,
  plan: user.plan,
  status: user.status,
  email: user.email,
  name: user.name,
  company: user.company,
  country: user.country,
  phone: user.phone,
  marketingChannels: [...user.marketingChannels],
  registeredAt: user.createdAt.toISOString(),
});

export interface Registration {
  readonly id: string;
  readonly role: Role;
  readonly email: string;
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

export interface AccountChanges extends Partial<Profile> {
  readonly email?: string;
  readonly passwordHash?: string;
}

const sameValue = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** Applies the owner's changes. Changed credentials are a second event, because they warrant an alert. */
export function decideAccountChange(user: User, changes: AccountChanges, now: Date): Decision {
  const names = Object.keys(changes) as (keyof AccountChanges)[];
  const changed = names.filter((name) => !sameValue(user[name], changes[name]));
  if (changed.length === 0) return { user, events: [] };
  const next: User = { ...user, ...changes, updatedAt: now };
  const snapshot = snapshotOf(next);
  const credentials = [
    ...(changed.includes('email') ? (['email'] as const) : []),
    ...(changed.includes('passwordHash') ? (['password'] as const) : []),
  ];
  const alerts =
    credentials.length === 0 ? [] : [userCredentialsChanged({ ...snapshot, changed: credentials })];
  return { user: next, events: [userUpdated(snapshot), ...alerts] };
}

/** Moves an account to another plan, which is in force from the next access token on. */
export function decidePlan(user: User, plan: Plan, now: Date): Decision {
  if (user.plan === plan) return { user, events: [] };
  const next: User = { ...user, plan, updatedAt: now };
  return { user: next, events: [userUpdated(snapshotOf(next))] };
}

/**
 * A revocation lies this far ahead, so that it includes a token that another instance signs at the same
 * moment by a clock that runs ahead. Less than the clock tolerance of the token verifiers (5 s).
 */
const REVOCATION_AHEAD_MS = 2_000;

/** The moment up to which a revocation of now ends tokens. */
export const revocationAt = (now: Date): Date => new Date(now.getTime() + REVOCATION_AHEAD_MS);

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
  const revoked = status === 'suspended' ? { tokensRevokedAt: revocationAt(by.now) } : {};
  const next: User = { ...user, status, ...revoked, updatedAt: by.now };
  const data = { ...snapshotOf(next), previousStatus: user.status };
  return { user: next, events: [userStatusChanged(data)] };
}
