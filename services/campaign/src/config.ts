import { readConfig } from '@tributary/service';
import { z } from 'zod';

/** Settings of this service. */
export const readCampaignConfig = (env: Readonly<Record<string, string | undefined>>) =>
  readConfig('campaign', env, {
    /** How often scheduled starts and ends are looked for, ms; they act within a minute. */
    CAMPAIGN_SCHEDULE_EVERY_MS: z.coerce.number().int().min(10).max(60_000).default(10_000),
    /** Invitations to e-mail addresses that a brand may have sent, so that nobody sends his own mail by us; 0: any number. */
    RATE_LIMIT_INVITATIONS_PER_DAY: z.coerce.number().int().min(0).default(200),
  });

export type Config = ReturnType<typeof readCampaignConfig>;
