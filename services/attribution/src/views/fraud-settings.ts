import { z } from 'zod';
import { factorDescriptions } from '../domain/factor-descriptions.ts';
import { factorNames, type FactorSettings, type ScoringSettings } from '../domain/fraud-weights.ts';

const rampView = z.object({ from: z.number(), to: z.number() });

export const fraudSettingsView = z.object({
  version: z.string().describe('The version that assessments state in `weights_version`'),
  review_threshold: z.number(),
  factors: z.record(
    z.string(),
    z.object({
      enabled: z.boolean(),
      weight: z.number(),
      thresholds: z.record(z.string(), rampView),
      description: z.string(),
    }),
  ),
});

export const toFraudSettingsView = ({
  version,
  reviewThreshold,
  weights,
}: ScoringSettings): z.output<typeof fraudSettingsView> => ({
  version,
  review_threshold: reviewThreshold,
  factors: Object.fromEntries(
    factorNames.map((name) => {
      const { enabled, weight, thresholds }: FactorSettings = weights[name];
      const description = factorDescriptions[name] ?? name;
      return [name, { enabled, weight, thresholds: { ...thresholds }, description }];
    }),
  ),
});
