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

export const reviewConversionRoute = ({ reviewConversions }: Deps) =>
  route({
    operationId: 'reviewConversion',
    method: 'put',
    path: '/api/brand/conversions/:conversion_id/review',
    summary: 'Approve or reject a conversion',
    description:
      'Final. A repeated decision answers the same and creates nothing; the opposite decision answers ' +
      '409. `commission_created` is true where this call booked the commission.',
    allow: ['brand'] as const,
    permission: 'conversions:write',
    params: z.object({ conversion_id: uuidInput }),
    body: z.strictObject(decisionFields).superRefine(requireRejection),
    response: z.object({ success: z.literal(true), data: reviewedItem }),
    errors: {
      conversion_not_found: 'There is no such conversion of this brand',
      already_reviewed: '409: the conversion has the opposite decision, or is reversed',
      affiliate_suspended: '409: its affiliate is suspended; approve it after the reinstatement',
      assessment_unavailable: '503: it could not be attributed and scored yet',
    },
    handle: async ({ params, body, actor }) => {
      const { results, errors } = await reviewConversions(
        {
          conversionIds: [params.conversion_id],
          brandId: actor.id,
          decision: body.decision,
          notes: body.notes ?? null,
          reason: body.reason,
        },
        { bulk: false },
      );
      const [result] = results;
      if (result === undefined) throw errors[0]?.error ?? new Error('Nothing was reviewed');
      return { success: true, data: toReviewedItem(result) };
    },
  });
