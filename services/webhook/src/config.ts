import { z } from 'zod';
import {
  ConfigError,
  flag,
  keyList,
  defineSettings,
  readConfig,
  developmentSecrets,
  ownSecret,
} from '@tributary/service';

type Env = Readonly<Record<string, string | undefined>>;

const seconds = z.coerce.number().positive();

const shape = {
  WEBHOOK_ALLOW_PRIVATE: flag
    .default(false)
    .describe('Development only: accepts targets over http, on any port and at private addresses.'),
  WEBHOOK_TRUSTED_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((origin) => origin !== ''))
    .refine((origins) => origins.every((origin) => URL.canParse(origin)), 'must list origins')
    .describe("Development only: origins exempt from the address check, such as the sandbox's."),
  WEBHOOK_RETRY_BASE_SECONDS: seconds
    .max(3_600)
    .default(60)
    .describe('The delay of the first retry, from which the later delays follow.'),
  WEBHOOK_TIMEOUT_SECONDS: seconds
    .max(300)
    .default(30)
    .describe('The maximum time of one attempt with its whole answer.'),
  WEBHOOK_LEASE_SECONDS: seconds
    .max(600)
    .default(45)
    .describe('How long a crashed instance keeps its endpoint queues.'),
  WEBHOOK_IN_FLIGHT_PER_ENDPOINT: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(16)
    .describe(
      'The maximum number of concurrent requests to one fast endpoint; each begins with four.',
    ),
  WEBHOOK_SECRETS_KEY: keyList()
    .describe(
      'Encrypts endpoint secrets in the database: 32 bytes in base64. A list: the first encrypts, all decrypt.',
    )
    .meta(ownSecret),
  WEBHOOK_DNS_SERVERS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((server) => server !== ''))
    .describe("DNS servers as address:port, separated by commas; the system's by default."),
};

const developmentDefaults = {
  WEBHOOK_SECRETS_KEY: developmentSecrets.WEBHOOK_SECRETS_KEY,
};

export const settings = defineSettings('webhook', shape, () => developmentDefaults);

/** @throws ConfigError with every missing or wrong setting */
export function readWebhookConfig(env: Env) {
  const config = readConfig(settings, env);
  if (config.production && config.WEBHOOK_ALLOW_PRIVATE) {
    throw new ConfigError('WEBHOOK_ALLOW_PRIVATE: true is not accepted in production');
  }
  if (config.production && config.WEBHOOK_TRUSTED_ORIGINS.length > 0) {
    throw new ConfigError('WEBHOOK_TRUSTED_ORIGINS: not accepted in production');
  }
  return config;
}
export type Config = ReturnType<typeof readWebhookConfig>;
