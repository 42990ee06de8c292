import { z } from 'zod';

/** How long brands may take to decide claims, days. */
const MIN_DECISION_DAYS = 7;
const MAX_DECISION_DAYS = 90;

export const decisionDays = z
  .int()
  .min(MIN_DECISION_DAYS)
  .max(MAX_DECISION_DAYS)
  .nullable()
  .describe('How long you take at most to decide a claim, days; null for the platform’s time')
  .meta({ examples: [14] });

export const claimSettingsView = z
  .object({
    decision_days: decisionDays,
    expires_after_days: z
      .int()
      .describe('After how many days a new claim expires: yours, or the platform’s')
      .meta({ examples: [14] }),
  })
  .meta({ id: 'ClaimSettings', description: 'How a brand handles claims to missing orders' });

export const toClaimSettings = (
  days: number | null,
  platformDays: number,
): z.output<typeof claimSettingsView> => ({
  decision_days: days,
  expires_after_days: days ?? platformDays,
});
