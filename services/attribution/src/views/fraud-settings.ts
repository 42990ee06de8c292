import { z } from 'zod';
import { type ScoringSettings, signals } from '../domain/scoring-settings.ts';

const rampView = z
  .object({ from: z.number(), to: z.number() })
  .meta({ id: 'FraudRamp', description: 'Where a signal begins and where it is full' });

export const fraudSettingsView = z
  .object({
    version: z.string().describe('The version that assessments state in `weights_version`'),
    review_threshold: z.number(),
    factors: z.record(
      z.string(),
      z
        .object({
          enabled: z.boolean(),
          weight: z.number(),
          thresholds: z.record(z.string(), rampView),
          description: z.string(),
        })
        .meta({ id: 'FraudFactor', description: 'The settings of one signal' }),
    ),
  })
  .meta({
    id: 'FraudSettings',
    description: 'How the fraud score is computed and when it requires a review',
  });

export const toFraudSettingsView = ({
  version,
  reviewThreshold,
  signals: settings,
}: ScoringSettings): z.output<typeof fraudSettingsView> => ({
  version,
  review_threshold: reviewThreshold,
  factors: Object.fromEntries(
    signals.map(({ name, description }) => {
      const { enabled, weight, thresholds } = settings[name];
      return [name, { enabled, weight, thresholds: { ...thresholds }, description }];
    }),
  ),
});
