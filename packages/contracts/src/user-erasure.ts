import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant, roles } from './fields.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

export const userErased = defineEvent({
  type: 'user.erased.v1',
  topic: 'identity.users',
  key: (user) => user.userId,
  data: z.object({ userId: id, role: z.enum(roles), erasedAt: instant }),
  description:
    'An account was deleted at its owner’s request. Every service erases what it declares of it.',
  sample: { userId: sampleIds.affiliateId, role: 'affiliate', erasedAt: SAMPLE_TIME },
  internalBecause: 'the contract names no event for it',
});
