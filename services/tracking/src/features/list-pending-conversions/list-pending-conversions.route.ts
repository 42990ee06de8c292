import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { givenId } from '../../domain/uuid-input.ts';
import { pendingReviewView, toPendingReviewView } from '../../views/conversion-view.ts';

/** As many as one bulk review takes. */
const AT_MOST = 500;

const response = z.object({
  success: z.literal(true),
  data: z.object({ conversions: z.array(pendingReviewView), total: z.int() }),
});

export const listPendingReviewRoute = ({ conversionLists }: Deps) =>
  route({
    method: 'get',
    path: '/api/brand/conversions/pending-review',
    summary: 'Conversions that wait for the brand’s decision, newest first',
    description:
      'The newest 500, as many as one bulk review takes; `total` counts all. Flagged ones have ' +
      '`requires_review`.',
    allow: ['brand'] as const,
    scope: 'conversions:read',
    query: z.strictObject({ campaign_id: givenId.optional() }),
    response,
    handle: async ({ query: { campaign_id: campaignId }, actor }) => {
      const { conversions, total } = await conversionLists.list(
        { brandId: actor.id },
        { status: 'pending', campaignId },
        { skip: 0, limit: AT_MOST },
      );
      return { success: true, data: { conversions: conversions.map(toPendingReviewView), total } };
    },
  });
