import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { pendingReviewView, toPendingReviewView } from '../../views/conversion-view.ts';

/** The maximum of one bulk review. */
const MAX_LISTED = 500;

const response = z.object({
  success: z.literal(true),
  data: z.object({ conversions: z.array(pendingReviewView), total: z.int() }),
});

export const listPendingConversionsRoute = ({ conversionLists }: Deps) =>
  route({
    operationId: 'listPendingConversions',
    method: 'get',
    path: '/api/brand/conversions/pending-review',
    summary: 'Conversions that await the brand’s decision, newest first',
    description:
      'The newest 500, the maximum of one bulk review; `total` counts all. Flagged conversions have ' +
      '`requires_review`.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    shared: true,
    query: z.strictObject({ campaign_id: uuidInput.optional() }),
    response,
    handle: async ({ query: { campaign_id: campaignId }, actor }) => {
      const { conversions, total } = await conversionLists.list(
        { brandId: actor.id },
        { status: 'pending', campaignId },
        { skip: 0, limit: MAX_LISTED },
      );
      return { success: true, data: { conversions: conversions.map(toPendingReviewView), total } };
    },
  });
