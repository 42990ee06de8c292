import { notFound } from '@tributary/errors';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { RULES_VERSION } from '../../domain/scoring-settings.ts';
import { fraudWeightsFields, toFraudWeightsView } from '../../views/fraud-weights.ts';
import { applyFraudWeights } from './apply-fraud-weights.ts';

export const applyFraudWeightsRoute = (deps: Deps) =>
  route({
    operationId: 'applyFraudWeights',
    method: 'post',
    path: '/api/admin/fraud/weights/:version/apply',
    summary: 'Scores orders with these weights from now on',
    description:
      'Orders that are tracked later are scored with them; earlier verdicts stay as they are, and are judged again with the ' +
      'weights of their time. An earlier version is applied again in the same way. The latest one, repeated, changes nothing.',
    allow: ['admin'] as const,
    permission: 'platform:write',
    params: z.object({ version: z.coerce.number().int().min(1).max(1e9) }),
    response: z.object({
      success: z.literal(true),
      data: z
        .object(fraudWeightsFields)
        .meta({ id: 'AppliedFraudWeights', description: 'The weights that score orders now' }),
    }),
    errors: { weights_not_found: 'There is no such version of the rules in force' },
    handle: async ({ params: { version }, actor }) => {
      const applied = await applyFraudWeights(deps)(version, actor.id);
      if (applied === null) {
        throw notFound('weights_not_found', {
          message: `The rules ${RULES_VERSION} have no weights of this version`,
        });
      }
      return { success: true, data: toFraudWeightsView(applied) };
    },
  });
