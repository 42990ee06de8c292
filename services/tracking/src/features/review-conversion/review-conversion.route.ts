import { conversionStatuses } from '@tributary/contracts';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { givenId } from '../../domain/uuid-input.ts';
import { freeText } from '../../domain/plain-text.ts';
import { reviewConversions } from '../../workflows/review-conversions.ts';

export const decisionFields = {
  decision: z.enum(['approved', 'rejected']),
  notes: freeText(2_000).optional(),
};

const reviewed = z.object({
  id: z.uuid(),
  status: z.enum(conversionStatuses),
  commission_created: z.boolean(),
});
export const reviewedItem = reviewed;

export const reviewConversionRoute = (deps: Deps) => {
  const review = reviewConversions(deps);
  return route({
    method: 'put',
    path: '/api/brand/conversions/:conversion_id/review',
    summary: 'Approve or reject a conversion',
    description:
      'Final. Repeating the same decision answers the same and creates nothing; the opposite one gets ' +
      '409. `commission_created` is true where the commission was booked by this call.',
    allow: ['brand'] as const,
    scope: 'conversions:write',
    params: z.object({ conversion_id: givenId }),
    body: z.strictObject(decisionFields),
    response: z.object({ success: z.literal(true), data: reviewed }),
    errors: {
      conversion_not_found: 'There is no such conversion of this brand',
      already_reviewed: '409: it was decided the other way, or reversed',
      assessment_unavailable: '503: it could not be attributed and scored yet',
    },
    handle: async ({ params, body, actor }) => {
      const { results, errors } = await review(
        {
          conversionIds: [params.conversion_id],
          brandId: actor.id,
          decision: body.decision,
          notes: body.notes ?? null,
        },
        { bulk: false },
      );
      const [result] = results;
      if (result === undefined) throw errors[0]?.error ?? new Error('Nothing was reviewed');
      const { id, status, commissionCreated } = result;
      return { success: true, data: { id, status, commission_created: commissionCreated } };
    },
  });
};
