import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { RULES_VERSION } from '../../domain/scoring-settings.ts';
import { ALL_BRANDS, noRun } from '../../domain/shadow.ts';
import { fraudWeightsFields, toFraudWeightsView } from '../../views/fraud-weights.ts';
import { shadowRunView, toShadowRunView } from '../../views/shadow-run.ts';

const weightsView = z
  .object({
    ...fraudWeightsFields,
    base: z.number().describe('The log-odds of fraud before any evidence counts'),
    slopes: z
      .record(z.string(), z.number())
      .describe('How much each factor’s evidence adds to the log-odds'),
    brands: z.int().describe('Brands with an offset of their own'),
    run: shadowRunView,
  })
  .meta({ id: 'FraudWeights', description: 'Weights of the fraud score, fitted to reviews' });

export const listFraudWeightsRoute = ({ fraudWeights }: Deps) =>
  route({
    operationId: 'listFraudWeights',
    method: 'get',
    path: '/api/admin/fraud/weights',
    summary: 'Weights of the fraud score that were fitted to reviews, newest first',
    description:
      'Of the rules in force, at most 30, each with what it would change over the orders of the last 30 days. The one ' +
      'with the latest `applied_at` scores orders; before the first of them, the weights that the rules are shipped with.',
    allow: ['admin'] as const,
    permission: 'platform:read',
    response: z.object({
      success: z.literal(true),
      data: z.object({ weights: z.array(weightsView) }),
    }),
    handle: async () => {
      const versions = await fraudWeights.list(RULES_VERSION);
      const runs = await fraudWeights.findRuns(versions, ALL_BRANDS);
      const weights = versions.map((one) => ({
        ...toFraudWeightsView(one),
        base: one.base,
        slopes: { ...one.slopes },
        brands: Object.keys(one.brandOffsets).length,
        run: toShadowRunView(runs.get(one._id) ?? noRun(one.fittedAt)),
      }));
      return { success: true, data: { weights } };
    },
  });
