import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { affiliateClaim, toAffiliateClaim } from '../../views/claim-view.ts';

export const getAffiliateClaimRoute = ({ claims }: Deps) =>
  route({
    operationId: 'getAffiliateClaim',
    method: 'get',
    path: '/api/affiliate/claims/:claim_id',
    summary: 'One claim of the affiliate to a missing order',
    description: 'With its state, and why.',
    allow: ['affiliate'] as const,
    permission: 'conversions:read',
    params: z.object({ claim_id: uuidInput }),
    response: z.object({ success: z.literal(true), data: affiliateClaim }),
    errors: { claim_not_found: 'There is no such claim of this affiliate' },
    handle: async ({ params, actor }) => {
      const claim = await claims.getOf(params.claim_id, { affiliateId: actor.id });
      return { success: true, data: toAffiliateClaim(claim) };
    },
  });
