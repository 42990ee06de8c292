import { defineSettings, readConfig } from '@tributary/service';
import { z } from 'zod';

export const settings = defineSettings('campaign', {
  CAMPAIGN_SCHEDULE_EVERY_MS: z.coerce
    .number()
    .int()
    .min(10)
    .max(60_000)
    .default(10_000)
    .describe('The interval between checks of scheduled starts and ends, ms.'),
  RATE_LIMIT_INVITATIONS_PER_DAY: z.coerce
    .number()
    .int()
    .min(0)
    .default(200)
    .describe('Invitations to e-mail addresses per brand and day; 0 switches the limit off.'),
});

/** Settings of this service. */
export const readCampaignConfig = (env: Readonly<Record<string, string | undefined>>) =>
  readConfig(settings, env);

export type Config = ReturnType<typeof readCampaignConfig>;
