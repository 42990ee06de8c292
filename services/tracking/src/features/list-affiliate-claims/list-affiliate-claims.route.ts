import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { plainText } from '../../domain/plain-text.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import {
  affiliateClaim,
  claimPageQuery,
  claimStatus,
  nextBefore,
  nextBeforeOf,
  toAffiliateClaim,
} from '../../views/claim-view.ts';

export const listAffiliateClaimsRoute = ({ claims }: Deps) =>
  route({
    operationId: 'listAffiliateClaims',
    method: 'get',
    path: '/api/affiliate/claims',
    summary: 'The affiliate’s claims to missing orders, newest first',
    description: 'With their states and reasons. Filters may be combined.',
    allow: ['affiliate'] as const,
    permission: 'conversions:read',
    shared: true,
    query: z.strictObject({
      status: claimStatus.optional(),
      campaign_id: uuidInput.optional(),
      order_id: plainText(255).optional(),
      ...claimPageQuery,
    }),
    response: z.object({
      success: z.literal(true),
      data: z.object({ claims: z.array(affiliateClaim), next_before: nextBefore }),
    }),
    handle: async ({ query, actor }) => {
      const { status, campaign_id: campaignId, order_id: orderId, before, limit } = query;
      const filter = { status, campaignId, orderId, before };
      const found = await claims.list({ affiliateId: actor.id }, filter, limit);
      return {
        success: true,
        data: { claims: found.map(toAffiliateClaim), next_before: nextBeforeOf(found, limit) },
      };
    },
  });
