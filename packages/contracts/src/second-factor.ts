import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

/** What can happen to a second factor. */
export const secondFactorChanges = [
  'added',
  'removed',
  'removed_by_admin',
  'recovery_code_used',
  'recovery_codes_renewed',
] as const;
export type SecondFactorChange = (typeof secondFactorChanges)[number];

export const userSecondFactorChanged = defineEvent({
  type: 'user.second_factor_changed.v1',
  topic: 'identity.users',
  key: (user) => user.userId,
  data: z.object({
    userId: id,
    change: z.enum(secondFactorChanges),
    /** Recovery codes that still work. */
    recoveryCodesLeft: z.int(),
    /** The person who caused it. */
    byUserId: id,
    changedAt: instant,
  }),
  description: 'The second factor of a login was added, removed, or its recovery codes changed.',
  sample: {
    userId: sampleIds.affiliateId,
    change: 'added',
    recoveryCodesLeft: 10,
    byUserId: sampleIds.affiliateId,
    changedAt: SAMPLE_TIME,
  },
  internalBecause: 'the contract names no event for it',
});
