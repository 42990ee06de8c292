import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { brandClaim, toBrandClaim } from '../../views/claim-view.ts';

export const getBrandClaimRoute = ({ claims }: Deps) =>
  route({
    operationId: 'getBrandClaim',
    method: 'get',
    path: '/api/brand/claims/:claim_id',
    summary: 'One claim of an affiliate to a missing order of the brand',
    description: 'With what the affiliate knows of the order, and its decision.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    params: z.object({ claim_id: uuidInput }),
    response: z.object({ success: z.literal(true), data: brandClaim }),
    errors: { claim_not_found: 'There is no such claim to an order of this brand' },
    handle: async ({ params, actor }) => {
      const claim = await claims.getOf(params.claim_id, { brandId: actor.id });
      return { success: true, data: toBrandClaim(claim) };
    },
  });
