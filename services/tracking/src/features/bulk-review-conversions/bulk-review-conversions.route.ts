import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import {
  decisionFields,
  requireRejection,
  reviewedItem,
  toReviewedItem,
} from '../../views/review-view.ts';

const MAX_IDS = 500;

const body = z
  .strictObject({
    conversion_ids: z.array(uuidInput).min(1).max(MAX_IDS),
    ...decisionFields,
  })
  .superRefine(requireRejection);

const response = z.object({
  success: z.literal(true),
  data: z.object({
    processed: z.int(),
    failed: z.int(),
    results: z.array(reviewedItem),
    errors: z.array(
      z
        .object({ id: z.uuid(), error: z.string(), message: z.string() })
        .meta({ id: 'FailedReview', description: 'A conversion that could not be reviewed' }),
    ),
  }),
});

export const bulkReviewConversionsRoute = ({ reviewConversions }: Deps) =>
  route({
    operationId: 'bulkReviewConversions',
    method: 'post',
    path: '/api/brand/conversions/bulk-review',
    summary: 'Approve or reject up to 500 conversions',
    description:
      'Each follows the rules of a single review; failed ones are listed under `errors`. Those that a busy system does not reach within the time of a call have the error `not_reviewed_in_time`: send them again.',
    allow: ['brand'] as const,
    permission: 'conversions:write',
    body,
    response,
    handle: async ({ body: call, actor }) => {
      const conversionIds = [...new Set(call.conversion_ids)];
      const { decision, notes = null, reason } = call;
      const input = { conversionIds, brandId: actor.id, decision, notes, reason };
      const { results, errors } = await reviewConversions(input, { bulk: true });
      return {
        success: true,
        data: {
          processed: results.length,
          failed: errors.length,
          results: results.map(toReviewedItem),
          errors: errors.map(({ id, error }) => ({
            id,
            error: error.code,
            message: error.message,
          })),
        },
      };
    },
  });
