import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { DRIFT_LIMIT, worstOf } from '../../domain/drift.ts';

const driftView = z
  .object({
    at: z.iso
      .datetime()
      .describe('The week before this day was compared with the four weeks before it'),
    rules_version: z.string(),
    orders_before: z.int(),
    orders_now: z.int(),
    score_index: z.number().describe('The population stability index of the scores'),
    is_drift: z
      .boolean()
      .describe(`Whether the scores or a factor have an index above ${DRIFT_LIMIT}`),
    factors: z
      .array(
        z
          .object({
            factor: z.string(),
            share_before: z.number().describe('Of the orders, 0 to 1'),
            share_now: z.number(),
            index: z.number().describe('The population stability index of its share'),
          })
          .meta({ id: 'FactorDrift', description: 'How often a factor is seen' }),
      )
      .describe('The largest change first'),
  })
  .meta({ id: 'FraudDrift', description: 'How the fraud scores of a week differ from before' });

export const listFraudDriftsRoute = ({ scores }: Deps) =>
  route({
    operationId: 'listFraudDrifts',
    method: 'get',
    path: '/api/admin/fraud/drifts',
    summary: 'How fraud scores and factors have changed, the latest day first',
    description:
      'Computed each night from the first verdicts of all brands, at most 30 days. Nothing is reported of fewer than 200 ' +
      'orders. A drift means that customers, attacks or what shops report have changed: look at its factors.',
    allow: ['admin'] as const,
    permission: 'platform:read',
    response: z.object({
      success: z.literal(true),
      data: z.object({ drifts: z.array(driftView) }),
    }),
    handle: async () => {
      const drifts = await scores.listDrifts();
      const views = drifts.map((drift) => ({
        at: drift.at.toISOString(),
        rules_version: drift.rulesVersion,
        orders_before: drift.before,
        orders_now: drift.now,
        score_index: drift.scoreIndex,
        is_drift: worstOf(drift) > DRIFT_LIMIT,
        factors: drift.factors.map(({ factor, before, now, index }) => ({
          ...{ factor, index, share_before: before, share_now: now },
        })),
      }));
      return { success: true, data: { drifts: views } };
    },
  });
