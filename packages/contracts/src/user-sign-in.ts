import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant, roles } from './fields.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

export const userDeviceSeen = defineEvent({
  type: 'user.device_seen.v1',
  topic: 'identity.users',
  key: (user) => user.userId,
  data: z.object({
    userId: id,
    /** In words: `Chrome on Windows`. */
    device: z.string(),
    /** The IP address; of an IPv6 address its /64. */
    network: z.string(),
    signedInAt: instant,
  }),
  description: 'A user signed in by a device or from a network that is new for the account.',
  sample: {
    userId: sampleIds.affiliateId,
    device: 'Chrome on Windows',
    network: '203.0.113.7',
    signedInAt: SAMPLE_TIME,
  },
  internalBecause: 'the contract names no event for it',
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
  sample: {
    userId: sampleIds.affiliateId,
    role: 'affiliate',
    ip: '203.0.113.7',
    signedInAt: SAMPLE_TIME,
  },
  internalBecause: 'it is for fraud scoring; the contract names no event for it',
});
