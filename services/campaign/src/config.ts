import { readConfig } from '@tributary/service';
import { z } from 'zod';

/** Settings of this service. */
export const readCampaignConfig = (env: Readonly<Record<string, string | undefined>>) =>
  readConfig('campaign', env, {
    /** Interval at which scheduled starts, ends and spent budgets are applied, ms. */
    CAMPAIGN_SCHEDULE_EVERY_MS: z.coerce.number().int().min(10).max(60_000).default(10_000),
    /** Invitations to e-mail addresses per brand and day, so that brands cannot send bulk mail; 0 disables the limit. */
    RATE_LIMIT_INVITATIONS_PER_DAY: z.coerce.number().int().min(0).default(200),
  });

export type Config = ReturnType<typeof readCampaignConfig>;
