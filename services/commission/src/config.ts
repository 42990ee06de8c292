import { defineSettings, readConfig } from '@tributary/service';
import { z } from 'zod';

type Env = Readonly<Record<string, string | undefined>>;

export const settings = defineSettings('commission', {
  HOLD_CHECK_MS: z.coerce
    .number()
    .int()
    .min(10)
    .default(2_000)
    .describe('The interval between approvals of ended holds, ms.'),
  CLICK_BATCH_MS: z.coerce
    .number()
    .int()
    .min(10)
    .default(60_000)
    .describe('The interval between bookings of paid clicks, ms.'),
  PAID_CLICKS_PER_ADDRESS_AND_LINK: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(20)
    .describe(
      'Payable clicks, and impressions, of a link per day and address (of IPv6 its /64); further ones are held for review.',
    ),
  PAID_CLICKS_PER_ADDRESS_AND_AFFILIATE: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .default(60)
    .describe('The same over all links of an affiliate on a campaign.'),
  TIER_CHECK_MS: z.coerce
    .number()
    .int()
    .min(10)
    .default(2_000)
    .describe('The interval between evaluations of tiers, ms.'),
  CREATE_BATCH_SIZE: z.coerce
    .number()
    .int()
    .min(1)
    .max(500)
    .default(250)
    .describe('The maximum number of conversions in one transaction.'),
  LEDGER_CONCURRENCY: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(4)
    .describe('Ledger transactions of different affiliates that run at once in this process.'),
});

/** @throws ConfigError naming every variable that is missing or wrong */
export const readCommissionConfig = (env: Env) => readConfig(settings, env);

export type Config = ReturnType<typeof readCommissionConfig>;
