import { z } from 'zod';
import {
  defineSettings,
  readConfig,
  developmentSecrets,
  ownSecret,
  secretList,
} from '@tributary/service';

const shape = {
  REPORT_DIRECT_ROWS: z.coerce
    .number()
    .int()
    .min(0)
    .default(5_000)
    .describe(
      'Reports of more rows, and all PDF and XLSX reports of that size, are written in the background.',
    ),
  REPORT_LINK_SECRET: secretList(16)
    .describe(
      'Signs links to finished reports, which open without signing in. A list: the first signs, all verify.',
    )
    .meta(ownSecret),
  REPORT_KEPT_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(90)
    .default(7)
    .describe('How many days a finished report and its link last.'),
};

const developmentDefaults = { REPORT_LINK_SECRET: developmentSecrets.REPORT_LINK_SECRET };

export const settings = defineSettings('analytics', shape, () => developmentDefaults);

/** @throws ConfigError naming every variable that is missing or wrong */
export const readAnalyticsConfig = (env: Readonly<Record<string, string | undefined>>) =>
  readConfig(settings, env);

export type Config = ReturnType<typeof readAnalyticsConfig>;
