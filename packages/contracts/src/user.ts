import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant, plans, roles, userStatuses } from './fields.ts';
import { messageTo, type PublicMessage } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

/** An account as other services copy it. */
export const userSnapshot = z.object({
  userId: id,
  role: z.enum(roles),
  plan: z.enum(plans),
  status: z.enum(userStatuses),
  email: z.string(),
  /** Whether the owner has proved the address; events of earlier releases lack the field. */
  emailVerified: z.boolean().optional(),
  name: z.string(),
  company: z.string().nullable(),
  country: z.string().nullable(),
  phone: z.string().nullable(),
  marketingChannels: z.array(z.string()),
  /** The locale that the owner's browser preferred at the registration; absent where it is not known. */
  locale: z.string().optional(),
  registeredAt: instant,
});
export type UserSnapshot = z.output<typeof userSnapshot>;

const declaration = {
  topic: 'identity.users',
  key: (user: UserSnapshot) => user.userId,
  data: userSnapshot,
} as const;

type Party = 'affiliate' | 'brand';

const sampleOf = (role: Party, status: UserSnapshot['status'] = 'active'): UserSnapshot => ({
  userId: role === 'brand' ? sampleIds.brandId : sampleIds.affiliateId,
  role,
  plan: 'pro',
  status,
  email: role === 'brand' ? 'shop@example.com' : 'ada@example.com',
  name: role === 'brand' ? 'Northwind' : 'Ada Berg',
  company: role === 'brand' ? 'Northwind Ltd' : null,
  country: 'DE',
  phone: null,
  marketingChannels: [],
  registeredAt: SAMPLE_TIME,
});

/** The account without its contact data: an endpoint has no need of them. */
const toUser = (user: UserSnapshot) =>
  messageTo([user.userId], {
    [`${user.role}_id`]: user.userId,
    name: user.name,
    company: user.company,
    country: user.country,
    status: user.status,
    registered_at: user.registeredAt,
  });

const ofRole = (role: Party) => (user: UserSnapshot) => (user.role === role ? [toUser(user)] : []);

export const userRegistered = defineEvent({
  type: 'user.registered.v1',
  ...declaration,
  description: 'A user registered.',
  sample: sampleOf('affiliate'),
  publicEvents: [
    {
      name: 'affiliate.registered',
      category: 'Affiliate',
      place: 1,
      description: 'An affiliate opened an account.',
      messages: ofRole('affiliate'),
    },
    {
      name: 'brand.registered',
      category: 'Brand',
      place: 1,
      description: 'A brand opened an account.',
      sample: sampleOf('brand'),
      messages: ofRole('brand'),
    },
  ],
});
export const userUpdated = defineEvent({
  type: 'user.updated.v1',
  ...declaration,
  description: 'Profile, plan or contact data changed.',
  sample: sampleOf('affiliate'),
  publicEvents: [
    {
      name: 'affiliate.profile.updated',
      category: 'Affiliate',
      place: 5,
      description: 'An affiliate’s profile changed.',
      messages: ofRole('affiliate'),
    },
  ],
});
export const userEmailVerified = defineEvent({
  type: 'user.email_verified.v1',
  ...declaration,
  description: 'The owner of an account proved its e-mail address.',
  sample: { ...sampleOf('affiliate'), emailVerified: true },
  internalBecause: 'the contract names no event for it',
});
const changedStatus = userSnapshot.extend({
  previousStatus: z.enum(userStatuses),
  /**
   * When the account will be erased, as its owner requested: it is suspended until then, and what is owed
   * to it is still paid. Absent of suspensions by an administrator.
   */
  deletionDueAt: instant.optional(),
});
type ChangedStatus = z.output<typeof changedStatus>;

const changedSampleOf = (role: Party, status: UserSnapshot['status']): ChangedStatus => ({
  ...sampleOf(role, status),
  previousStatus: status === 'active' ? 'suspended' : 'active',
});

/** Accounts of a role that have a status now. */
const becoming = (role: Party, status: UserSnapshot['status']) => ({
  sample: changedSampleOf(role, status),
  messages: (user: ChangedStatus): PublicMessage[] =>
    user.role === role && user.status === status && user.deletionDueAt === undefined
      ? [toUser(user)]
      : [],
});

export const userStatusChanged = defineEvent({
  type: 'user.status_changed.v1',
  topic: 'identity.users',
  key: (user) => user.userId,
  data: changedStatus,
  description: 'An administrator verified, suspended or re-activated an account.',
  sample: changedSampleOf('affiliate', 'verified'),
  publicEvents: [
    {
      name: 'affiliate.verified',
      category: 'Affiliate',
      place: 2,
      description: 'An administrator verified an affiliate.',
      ...becoming('affiliate', 'verified'),
    },
    {
      name: 'affiliate.suspended',
      category: 'Affiliate',
      place: 3,
      description: 'An administrator suspended an affiliate.',
      ...becoming('affiliate', 'suspended'),
    },
    {
      name: 'affiliate.activated',
      category: 'Affiliate',
      place: 4,
      description: 'A suspended or verified affiliate was set active.',
      ...becoming('affiliate', 'active'),
    },
    {
      name: 'brand.verified',
      category: 'Brand',
      place: 2,
      description: 'An administrator verified a brand.',
      ...becoming('brand', 'verified'),
    },
    {
      name: 'brand.suspended',
      category: 'Brand',
      place: 3,
      description: 'An administrator suspended a brand.',
      ...becoming('brand', 'suspended'),
    },
  ],
});

export const userSuspensionRestated = defineEvent({
  type: 'user.suspension_restated.v1',
  topic: 'identity.users',
  key: (user) => user.userId,
  data: userSnapshot.extend({
    /** Since when the account is known to be suspended; a later change of its status counts more. */
    changedAt: instant,
  }),
  description:
    'An account is suspended, and was so before services copied suspensions. It is published once for each.',
  sample: { ...sampleOf('affiliate', 'suspended'), changedAt: SAMPLE_TIME },
  internalBecause: 'user.status_changed published the suspension',
});

const credentials = userSnapshot.extend({ changed: z.array(z.enum(['email', 'password'])) });
export const userCredentialsChanged = defineEvent({
  type: 'user.credentials_changed.v1',
  topic: 'identity.users',
  key: (user) => user.userId,
  data: credentials,
  description: 'The e-mail address or password of an account changed.',
  sample: { ...sampleOf('affiliate'), changed: ['password'] },
  internalBecause: 'user.updated publishes the change of the profile',
});

export const userPasskeyChanged = defineEvent({
  type: 'user.passkey_changed.v1',
  topic: 'identity.users',
  key: (user) => user.userId,
  data: z.object({
    userId: id,
    /** The passkey’s name, by its owner. */
    name: z.string(),
    /** `copy_suspected`: its signature counter went back, as if an authenticator had been copied. */
    change: z.enum(['added', 'removed', 'copy_suspected']),
    changedAt: instant,
  }),
  description: 'A passkey of a login was added, removed, or refused as a possible copy.',
  sample: {
    userId: sampleIds.affiliateId,
    name: 'Chrome on Windows',
    change: 'added',
    changedAt: SAMPLE_TIME,
  },
  internalBecause: 'the contract names no event for it',
});

export const userSessionReused = defineEvent({
  type: 'user.session_reused.v1',
  topic: 'identity.users',
  key: (user) => user.userId,
  data: z.object({
    userId: id,
    /** Of the sign-in, in words: `Chrome on Windows`; null for an unknown one. */
    device: z.string().nullable(),
    /** The IP address of the sign-in; of an IPv6 address its /64. */
    network: z.string().nullable(),
    endedAt: instant,
  }),
  description:
    'A session of a browser ended, because a cookie was used that had been replaced: somebody may have copied it.',
  sample: {
    userId: sampleIds.affiliateId,
    device: 'Chrome on Windows',
    network: '203.0.113.7',
    endedAt: SAMPLE_TIME,
  },
  internalBecause: 'the contract names no event for it',
});
