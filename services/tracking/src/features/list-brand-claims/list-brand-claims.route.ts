import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { plainText } from '../../domain/plain-text.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import {
  brandClaim,
  claimPageQuery,
  claimStatus,
  nextBefore,
  nextBeforeOf,
  toBrandClaim,
} from '../../views/claim-view.ts';

/** More open claims are not counted. */
const MAX_COUNTED = 1_000;

export const listBrandClaimsRoute = ({ claims }: Deps) =>
  route({
    operationId: 'listBrandClaims',
    method: 'get',
    path: '/api/brand/claims',
    summary: 'Affiliates’ claims to missing orders of the brand, newest first',
    description: 'Filters may be combined. Claims with `status=open` wait for a decision.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    shared: true,
    query: z.strictObject({
      status: claimStatus.optional(),
      campaign_id: uuidInput.optional(),
      affiliate_id: uuidInput.optional(),
      order_id: plainText(255).optional(),
      ...claimPageQuery,
    }),
    response: z.object({
      success: z.literal(true),
      data: z.object({
        claims: z.array(brandClaim),
        open: z
          .int()
          .describe('Claims that wait for a decision, whatever the filters; at most 1,000 count')
          .meta({ examples: [3] }),
        next_before: nextBefore,
      }),
    }),
    handle: async ({ query, actor }) => {
      const { status, before, limit } = query;
      const { campaign_id: campaignId, affiliate_id: affiliateId, order_id: orderId } = query;
      const filter = { status, campaignId, affiliateId, orderId, before };
      const [found, open] = await Promise.all([
        claims.list({ brandId: actor.id }, filter, limit),
        claims.countOpen(actor.id, MAX_COUNTED),
      ]);
      return {
        success: true,
        data: { claims: found.map(toBrandClaim), open, next_before: nextBeforeOf(found, limit) },
      };
    },
  });
