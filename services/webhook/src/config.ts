import { z } from 'zod';
import { ConfigError, flag, readConfig } from '@tributary/service';

type Env = Readonly<Record<string, string | undefined>>;

const KEY_BYTES = 32;
const seconds = z.coerce.number().positive();

const shape = {
  /** Development only: http, any port and private addresses are accepted as targets. */
  WEBHOOK_ALLOW_PRIVATE: flag.default(false),
  /** Development only: origins that are accepted without a check, such as the sandbox's receiver. */
  WEBHOOK_TRUSTED_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((origin) => origin !== ''))
    .refine((origins) => origins.every((origin) => URL.canParse(origin)), 'must list origins'),
  /** The delay before the first retry; later delays double up to 60 times this one. */
  WEBHOOK_RETRY_BASE_SECONDS: seconds.max(3_600).default(60),
  /** The timeout of one attempt, including the whole response. */
  WEBHOOK_TIMEOUT_SECONDS: seconds.max(300).default(30),
  /** How long a dead instance keeps the queues that it has claimed. */
  WEBHOOK_LEASE_SECONDS: seconds.max(600).default(45),
  /** The limit of requests in flight per endpoint. Each starts with four and gets more while it responds fast. */
  WEBHOOK_IN_FLIGHT_PER_ENDPOINT: z.coerce.number().int().min(1).max(64).default(16),
  /** 32 bytes in base64; encrypts endpoint secrets at rest. */
  WEBHOOK_SECRETS_KEY: z
    .base64()
    .refine(
      (text) => Buffer.from(text, 'base64').length === KEY_BYTES,
      'must be 32 bytes in base64',
    ),
  /** DNS servers as address:port, separated by commas; empty for the system's. */
  WEBHOOK_DNS_SERVERS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((server) => server !== '')),
};

const developmentDefaults = {
  WEBHOOK_SECRETS_KEY: Buffer.from('tributary-development-secret-key').toString('base64'),
};

/** @throws ConfigError with every missing or wrong setting */
export function readWebhookConfig(env: Env) {
  const config = readConfig('webhook', env, shape, developmentDefaults);
  if (config.production && config.WEBHOOK_ALLOW_PRIVATE) {
    throw new ConfigError('WEBHOOK_ALLOW_PRIVATE: true is not accepted in production');
  }
  if (config.production && config.WEBHOOK_TRUSTED_ORIGINS.length > 0) {
    throw new ConfigError('WEBHOOK_TRUSTED_ORIGINS: not accepted in production');
  }
  return config;
}
export type Config = ReturnType<typeof readWebhookConfig>;
