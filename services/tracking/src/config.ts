import { z } from 'zod';
import { ConfigError, flag, readConfig } from '@tributary/service';

const secret = z.string().min(1);
const limit = z.coerce.number().int().min(0).max(10_000_000);

const settings = {
  /** Key of direct calls; also of orders that came by plugin, pixel or integration. */
  POSTBACK_SECRET_DIRECT: secret.optional(),
  POSTBACK_SECRET_SOURCE_A: secret.optional(),
  POSTBACK_SECRET_SOURCE_B: secret.optional(),
  POSTBACK_SECRET_SOURCE_C: secret.optional(),
  POSTBACK_SECRET_SOURCE_D: secret.optional(),
  POSTBACK_SECRET_SOURCE_E: secret.optional(),
  POSTBACK_SECRET_CUSTOM: secret.optional(),
  /** Encrypts the brands' own tracking secrets in the database. */
  TRACKING_SECRETS_KEY: z.string().min(16, 'must have at least 16 characters'),
  /** Keys the hashes that stand for customers' e-mail addresses. */
  EMAIL_PEPPER: z.string().min(8, 'must have at least 8 characters'),
  RATE_LIMIT_TRACKING_PER_HOUR_PER_IP: limit.default(60),
  RATE_LIMIT_TRACKING_PER_MINUTE_PER_BRAND: limit.default(6_000),
  /** Where clicks are kept while Kafka is away; one directory per machine, on a disk that stays. */
  CLICK_SPOOL_DIR: z.string().min(1),
  CLICK_SPOOL_MAX_MB: z.coerce.number().int().min(1).max(100_000).default(256),
  /** How long a click is answered from Redis before the projection alone has it. */
  CLICK_HOT_SECONDS: z.coerce.number().int().min(10).max(604_800).default(3_600),
  /** How long a redirect waits for Kafka before the click goes to the spool. */
  CLICK_ACK_TIMEOUT_MS: z.coerce.number().int().min(50).max(30_000).default(1_000),
  /** The countries of addresses; the one that comes with the service unless set. */
  COUNTRY_FILE: z.string().min(1).optional(),
  /** Domains of throw-away mailboxes, one a line, besides those that the service knows. */
  DISPOSABLE_EMAIL_FILE: z.string().min(1).optional(),
  /** A MaxMind file (.mmdb) of the operator's, for regions and cities. */
  CITY_FILE: z.string().min(1).optional(),
  /** Development only: stores at http, any port and private addresses. */
  INTEGRATION_ALLOW_PRIVATE: flag.default(false),
} as const;

const developmentDefaults = {
  POSTBACK_SECRET_DIRECT: 'dev-secret-direct',
  POSTBACK_SECRET_SOURCE_A: 'dev-secret-source-a',
  POSTBACK_SECRET_SOURCE_B: 'dev-secret-source-b',
  POSTBACK_SECRET_SOURCE_C: 'dev-secret-source-c',
  POSTBACK_SECRET_SOURCE_D: 'dev-secret-source-d',
  POSTBACK_SECRET_SOURCE_E: 'dev-secret-source-e',
  POSTBACK_SECRET_CUSTOM: 'dev-secret-custom',
  TRACKING_SECRETS_KEY: 'dev-tracking-secrets-key',
  EMAIL_PEPPER: 'dev-email-pepper',
  CLICK_SPOOL_DIR: '.engines/click-spool',
};

/** Settings of this service. @throws ConfigError naming every variable that is missing or wrong */
export function readTrackingConfig(env: Readonly<Record<string, string | undefined>>) {
  const config = readConfig('tracking', env, settings, developmentDefaults);
  if (config.production && config.INTEGRATION_ALLOW_PRIVATE) {
    throw new ConfigError('INTEGRATION_ALLOW_PRIVATE: true is not accepted in production');
  }
  return config;
}

export type Config = ReturnType<typeof readTrackingConfig>;
