import { z } from 'zod';
import { readConfig } from '@tributary/service';

const shape = {
  /** PDFs and sheets of more rows are written in the background. */
  REPORT_DIRECT_ROWS: z.coerce.number().int().min(0).default(5_000),
  /** Signs links to finished reports, which are read without signing in, and for how many days both last. */
  REPORT_LINK_SECRET: z.string().min(16),
  REPORT_KEPT_DAYS: z.coerce.number().int().min(1).max(90).default(7),
};

const developmentDefaults = { REPORT_LINK_SECRET: 'dev-report-link-secret' };

/** @throws ConfigError naming every variable that is missing or wrong */
export const readAnalyticsConfig = (env: Readonly<Record<string, string | undefined>>) =>
  readConfig('analytics', env, shape, developmentDefaults);

export type Config = ReturnType<typeof readAnalyticsConfig>;
