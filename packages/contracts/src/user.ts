import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant, plans, roles, userStatuses } from './fields.ts';

/** An account as other services copy it. */
export const userSnapshot = z.object({
  userId: id,
  role: z.enum(roles),
  plan: z.enum(plans),
  status: z.enum(userStatuses),
  email: z.string(),
  name: z.string(),
  company: z.string().nullable(),
  country: z.string().nullable(),
  phone: z.string().nullable(),
  marketingChannels: z.array(z.string()),
  registeredAt: instant,
});
export type UserSnapshot = z.output<typeof userSnapshot>;

const declaration = {
  topic: 'identity.users',
  key: (user: UserSnapshot) => user.userId,
  data: userSnapshot,
} as const;

export const userRegistered = defineEvent({
  type: 'user.registered.v1',
  ...declaration,
  description: 'A user registered.',
});
export const userUpdated = defineEvent({
  type: 'user.updated.v1',
  ...declaration,
  description: 'Profile, plan or contact data changed.',
});
const changedStatus = userSnapshot.extend({ previousStatus: z.enum(userStatuses) });
export const userStatusChanged = defineEvent({
  type: 'user.status_changed.v1',
  topic: 'identity.users',
  key: (user) => user.userId,
  data: changedStatus,
  description: 'An administrator verified, suspended or re-activated an account.',
});
const credentials = userSnapshot.extend({ changed: z.array(z.enum(['email', 'password'])) });
export const userCredentialsChanged = defineEvent({
  type: 'user.credentials_changed.v1',
  topic: 'identity.users',
  key: (user) => user.userId,
  data: credentials,
  description: 'The e-mail address or password of an account changed.',
});

export const userSignedIn = defineEvent({
  type: 'user.signed_in.v1',
  topic: 'identity.users',
  key: (user) => user.userId,
  data: z.object({
    userId: id,
    role: z.enum(roles),
    /** The IP address of the sign-in. */
    ip: z.string(),
    signedInAt: instant,
  }),
  description:
    'A user signed in. Fraud scoring uses it to detect affiliates who order from where they work.',
});
