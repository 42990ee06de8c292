import { readConfig } from '@tributary/service';
import { z } from 'zod';

type Env = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError naming every variable that is missing or wrong */
export const readCommissionConfig = (env: Env) =>
  readConfig('commission', env, {
    /** How often ended holds are looked for, ms. */
    HOLD_CHECK_MS: z.coerce.number().int().min(10).default(2_000),
    /** How often paid clicks that have gathered are booked, ms. */
    CLICK_BATCH_MS: z.coerce.number().int().min(10).default(60_000),
    /** How often tiers are evaluated of affiliates whose balance moved, and of all after tiers were set anew, ms. */
    TIER_CHECK_MS: z.coerce.number().int().min(10).default(2_000),
    /** Conversions that share one transaction at most. */
    CREATE_BATCH_SIZE: z.coerce.number().int().min(1).max(500).default(50),
    /** Ledger transactions of different affiliates that run at once in this process. */
    LEDGER_CONCURRENCY: z.coerce.number().int().min(1).max(100).default(4),
  });

export type Config = ReturnType<typeof readCommissionConfig>;
