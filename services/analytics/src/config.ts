import { readConfig } from '@tributary/service';

/** @throws ConfigError naming every variable that is missing or wrong */
export const readAnalyticsConfig = (env: Readonly<Record<string, string | undefined>>) =>
  readConfig('analytics', env, {});

export type Config = ReturnType<typeof readAnalyticsConfig>;
