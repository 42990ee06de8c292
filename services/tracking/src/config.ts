import { scriptPath } from '@tributary/browser-script';
import { z } from 'zod';
import {
  ConfigError,
  flag,
  defineSettings,
  readConfig,
  developmentSecrets,
  ownSecret,
  secretList,
} from '@tributary/service';

/** The new secret and, while sources change to it, the old one. */
const secret = secretList(1);
const cookieKey = z.string().min(16, 'must have at least 16 characters');
const limit = z.coerce.number().int().min(0).max(10_000_000);

const shape = {
  POSTBACK_SECRET_DIRECT: secret
    .optional()
    .describe(
      'The platform key that signs direct calls, and adjustments of orders by plugin, pixel or integration.',
    )
    .meta(ownSecret),
  POSTBACK_SECRET_SOURCE_A: secret
    .optional()
    .describe('The platform key that signs postbacks of source A.')
    .meta(ownSecret),
  POSTBACK_SECRET_SOURCE_B: secret
    .optional()
    .describe('The platform key that signs postbacks of source B.')
    .meta(ownSecret),
  POSTBACK_SECRET_SOURCE_C: secret
    .optional()
    .describe('The platform key that signs postbacks of source C.')
    .meta(ownSecret),
  POSTBACK_SECRET_SOURCE_D: secret
    .optional()
    .describe('The platform key that signs postbacks of source D.')
    .meta(ownSecret),
  POSTBACK_SECRET_SOURCE_E: secret
    .optional()
    .describe('The platform key that signs postbacks of source E.')
    .meta(ownSecret),
  POSTBACK_SECRET_CUSTOM: secret
    .optional()
    .describe('The platform key that signs postbacks of custom sources.')
    .meta(ownSecret),
  TRACKING_SECRETS_KEY: secretList(16)
    .describe(
      "Encrypts the brands' tracking secrets and access to shops in the database. A list: the first encrypts, all decrypt.",
    )
    .meta(ownSecret),
  EMAIL_PEPPER: z
    .string()
    .min(8, 'must have at least 8 characters')
    .describe(
      "The key of the hashes of customers' e-mail addresses; the same in tracking and attribution.",
    )
    .meta(ownSecret),
  CUSTOMER_ERASURE_SECOND_PASS_SECONDS: z.coerce
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(300)
    .describe(
      'When the erasure of a customer is repeated for orders and clicks that were on their way.',
    ),
  VISITOR_COOKIE_KEY: cookieKey.describe('Signs the cookies of visitors.').meta(ownSecret),
  VISITOR_COOKIE_KEY_PREVIOUS: cookieKey
    .optional()
    .describe(
      'A further key whose visitor cookies are valid: at a rotation the new key first, on every instance, then the old one.',
    )
    .meta(ownSecret),
  RATE_LIMIT_TRACKING_PER_HOUR_PER_IP: limit
    .default(60)
    .describe(
      'Tracking calls without a secret of a brand per address and hour; 0 switches the limit off.',
    ),
  RATE_LIMIT_TRACKING_PER_MINUTE_PER_BRAND: limit
    .default(6_000)
    .describe('Tracking calls signed by a brand per minute; 0 switches the limit off.'),
  CLAIMS_PER_CAMPAIGN_AND_DAY: limit
    .default(20)
    .describe(
      'Missing orders that an affiliate may claim of one campaign on one day (UTC); 0 switches the limit off.',
    ),
  CLAIM_DECISION_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(90)
    .default(30)
    .describe(
      'How long a brand may take to decide a claim before it expires, days, unless it sets its own time.',
    ),
  CLICK_SPOOL_DIR: z
    .string()
    .min(1)
    .describe(
      'Where clicks wait while Kafka is unavailable; one directory per machine on a persistent disk.',
    ),
  CLICK_SPOOL_MAX_MB: z.coerce
    .number()
    .int()
    .min(1)
    .max(100_000)
    .default(256)
    .describe('The maximum size of the click spool, MB.'),
  CLICK_HOT_SECONDS: z.coerce
    .number()
    .int()
    .min(10)
    .max(604_800)
    .default(3_600)
    .describe('How long a click is read from Redis before the projection alone has it.'),
  CLICK_ACK_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(50)
    .max(30_000)
    .default(1_000)
    .describe(
      'How long Kafka may take to acknowledge clicks before all go to the spool alone, ms; late ones go there as well.',
    ),
  COUNTRY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('The ranges of countries; the shipped file by default.'),
  HOSTING_RANGES_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('Ranges of hosting providers; the shipped file by default.'),
  NETWORK_LIST_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('Further ranges of data centres, VPNs and Tor.'),
  TCF_VENDOR_ID: z.coerce
    .number()
    .int()
    .min(1)
    .max(65_535)
    .optional()
    .describe(
      'This platform’s id in the Global Vendor List of the IAB TCF. With it a TCF string is consent only where it names this vendor; without it the purposes decide alone.',
    ),
  SCRIPT_PATH: scriptPath,
  DISPOSABLE_EMAIL_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('Further domains of disposable mailboxes, one per line.'),
  CITY_FILE: z
    .string()
    .min(1)
    .optional()
    .describe('A MaxMind file (.mmdb) for regions and cities.'),
  TRACKING_ALLOW_UNSIGNED: flag
    .optional()
    .describe(
      'Development only: whether reports without a signature are accepted; by default while GATEWAY_ADDRESS is a loopback address.',
    ),
  INTEGRATION_ALLOW_PRIVATE: flag
    .default(false)
    .describe('Development only: accepts shops over http, on any port and at private addresses.'),
} as const;

const developmentDefaults = {
  POSTBACK_SECRET_DIRECT: developmentSecrets.POSTBACK_SECRET_DIRECT,
  POSTBACK_SECRET_SOURCE_A: developmentSecrets.POSTBACK_SECRET_SOURCE_A,
  POSTBACK_SECRET_SOURCE_B: developmentSecrets.POSTBACK_SECRET_SOURCE_B,
  POSTBACK_SECRET_SOURCE_C: developmentSecrets.POSTBACK_SECRET_SOURCE_C,
  POSTBACK_SECRET_SOURCE_D: developmentSecrets.POSTBACK_SECRET_SOURCE_D,
  POSTBACK_SECRET_SOURCE_E: developmentSecrets.POSTBACK_SECRET_SOURCE_E,
  POSTBACK_SECRET_CUSTOM: developmentSecrets.POSTBACK_SECRET_CUSTOM,
  TRACKING_SECRETS_KEY: developmentSecrets.TRACKING_SECRETS_KEY,
  EMAIL_PEPPER: developmentSecrets.EMAIL_PEPPER,
  VISITOR_COOKIE_KEY: developmentSecrets.VISITOR_COOKIE_KEY,
  CLICK_SPOOL_DIR: '.engines/click-spool',
};

export const settings = defineSettings('tracking', shape, () => developmentDefaults);

/** Settings of this service. @throws ConfigError naming every variable that is missing or wrong */
export function readTrackingConfig(env: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(settings, env);
  if (config.production && config.INTEGRATION_ALLOW_PRIVATE) {
    throw new ConfigError('INTEGRATION_ALLOW_PRIVATE: true is not accepted in production');
  }
  if (config.production && config.TRACKING_ALLOW_UNSIGNED === true) {
    throw new ConfigError('TRACKING_ALLOW_UNSIGNED: true is not accepted in production');
  }
  const requiresSignatures =
    config.production || !(config.TRACKING_ALLOW_UNSIGNED ?? !config.exposed);
  return { ...config, requiresSignatures };
}

export type Config = ReturnType<typeof readTrackingConfig>;
