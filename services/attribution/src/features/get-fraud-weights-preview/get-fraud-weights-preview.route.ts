import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { RULES_VERSION } from '../../domain/scoring-settings.ts';
import { noRun } from '../../domain/shadow.ts';
import { fraudWeightsFields, toFraudWeightsView } from '../../views/fraud-weights.ts';
import { shadowRunView, toShadowRunView } from '../../views/shadow-run.ts';

const response = z.object({
  success: z.literal(true),
  data: z.object({
    weights: z
      .object({ ...fraudWeightsFields, run: shadowRunView })
      .meta({
        id: 'FraudWeightsPreview',
        description: 'The newest weights, and what they would change for the brand',
      })
      .nullable()
      .describe('Null before reviews were enough to fit weights to'),
  }),
});

export const getFraudWeightsPreviewRoute = ({ fraudWeights }: Deps) =>
  route({
    operationId: 'getFraudWeightsPreview',
    method: 'get',
    path: '/api/brand/conversions/fraud-weights/preview',
    summary: 'What the newest weights of the fraud score would change for the brand',
    description:
      'Weights are fitted to reviews each night, and compared over the orders of the last 30 days without changing a ' +
      'verdict. An administrator decides whether orders are scored with them.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    response,
    handle: async ({ actor }) => {
      const [newest] = await fraudWeights.list(RULES_VERSION);
      if (newest === undefined) return { success: true, data: { weights: null } };
      const runs = await fraudWeights.findRuns([newest], actor.id);
      const run = toShadowRunView(runs.get(newest._id) ?? noRun(newest.fittedAt));
      return { success: true, data: { weights: { ...toFraudWeightsView(newest), run } } };
    },
  });
