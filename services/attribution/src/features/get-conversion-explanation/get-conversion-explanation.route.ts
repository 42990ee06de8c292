import { notFound } from '@tributary/errors';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { openAssessmentLookup } from '../../workflows/find-assessment.ts';
import { toExplanation } from '../../views/conversion-explanation.ts';
import { explanationView } from '../../views/explanation-schema.ts';

export const getConversionExplanationRoute = (deps: Deps) => {
  const findAssessment = openAssessmentLookup(deps);
  const { commissions, replays } = deps;
  return route({
    operationId: 'getConversionExplanation',
    method: 'get',
    path: '/api/brand/conversions/:conversion_id/explanation',
    summary: 'Why a conversion has its fraud score, and who earns what on it',
    description:
      'Score and factors with their evidence, the path and its shares, rates and rounding: all that was ' +
      'used when the conversion was assessed: a moment after it was tracked, or by this call.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    params: z.object({ conversion_id: z.uuid() }),
    response: z.object({ success: z.literal(true), data: explanationView }),
    errors: {
      conversion_not_found: 'There is no such conversion of this brand',
    },
    handle: async ({ params: { conversion_id: id }, actor }) => {
      const assessment = await findAssessment(id);
      if (assessment?.brandId !== actor.id) {
        throw notFound('conversion_not_found', { message: 'There is no such conversion' });
      }
      const [booked, refundedMinor] = await Promise.all([
        commissions.listOf(id),
        replays.findRefunded(id),
      ]);
      return { success: true, data: toExplanation(assessment, { booked, refundedMinor }) };
    },
  });
};
