import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

export const userOidcLinkChanged = defineEvent({
  type: 'user.oidc_link_changed.v1',
  topic: 'identity.users',
  key: (user) => user.userId,
  data: z.object({
    userId: id,
    /** The name of the OpenID provider. */
    provider: z.string(),
    change: z.enum(['added', 'removed']),
    changedAt: instant,
  }),
  description: 'An account of an OpenID provider was linked to a login, or unlinked.',
  sample: {
    userId: sampleIds.affiliateId,
    provider: 'Single sign-on',
    change: 'added',
    changedAt: SAMPLE_TIME,
  },
  internalBecause: 'the contract names no event for it',
});
