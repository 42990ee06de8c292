import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { defaultScoring, RULES_VERSION, scoringWith } from '../../domain/scoring-settings.ts';
import { type FraudSettingsDocument } from '../../store/collections.ts';
import { fraudSettingsView, toFraudSettingsView } from '../../views/fraud-settings.ts';

const HISTORY_LIMIT = 100;

const scoringOf = ({ version, factors, reviewThreshold }: FraudSettingsDocument) =>
  scoringWith(version, factors, reviewThreshold);

export const getFraudSettingsRoute = ({ fraudSettings }: Deps) =>
  route({
    operationId: 'getFraudSettings',
    method: 'get',
    path: '/api/brand/conversions/fraud-settings',
    summary: 'Current and earlier settings of the brand’s fraud score',
    description: 'Each assessment states the version of the settings that it used.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    response: z.object({
      success: z.literal(true),
      data: fraudSettingsView.extend({
        history: z
          .array(
            z.object({
              version: z.string(),
              effective_from: z.iso.datetime(),
              review_threshold: z.number(),
              factors: z
                .record(z.string(), z.unknown())
                .describe('What differed from the defaults'),
            }),
          )
          .describe(
            `Newest first; before the first of them the defaults of ${RULES_VERSION} applied`,
          ),
      }),
    }),
    handle: async ({ actor }) => {
      const history = await fraudSettings.listHistory(actor.id);
      const [current] = history;
      return {
        success: true,
        data: {
          ...toFraudSettingsView(current === undefined ? defaultScoring : scoringOf(current)),
          history: history.slice(0, HISTORY_LIMIT).map((row) => ({
            version: scoringOf(row).version,
            effective_from: row.effectiveFrom.toISOString(),
            review_threshold: row.reviewThreshold,
            factors: row.factors,
          })),
        },
      };
    },
  });
