import { z } from 'zod';
import {
  defineSettings,
  readConfig,
  ConfigError,
  developmentSecrets,
  issuedSecret,
  ownSecret,
  secretList,
} from '@tributary/service';

const shape = {
  CLICKHOUSE_URL: z
    .string()
    .regex(/^clickhouse:\/\/[^/]/, 'must begin with clickhouse:// and a host')
    .optional()
    .describe(
      'ClickHouse as clickhouse://user:password@host:8123/database?tls=true, from which reports and performance pages are read; without it from MongoDB. In production with a password and `tls=true`, or `tls=false` where a trusted network connects them.',
    )
    .meta(issuedSecret),
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
export function readAnalyticsConfig(env: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(settings, env);
  if (config.production && config.CLICKHOUSE_URL !== undefined) {
    requireProtection(new URL(config.CLICKHOUSE_URL));
  }
  return config;
}

function requireProtection({ password, searchParams }: URL): void {
  const tls = searchParams.get('tls');
  if (tls === 'false' || (tls === 'true' && password !== '')) return;
  throw new ConfigError(
    'Wrong settings:\nCLICKHOUSE_URL: production needs tls=true and a password, or tls=false on a trusted network',
  );
}

export type Config = ReturnType<typeof readAnalyticsConfig>;
