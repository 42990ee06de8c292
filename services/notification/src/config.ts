import { z } from 'zod';
import {
  acceptsDevelopmentSecrets,
  ConfigError,
  defineSettings,
  mailsPerAddressPerDay,
  readConfig,
  developmentSecrets,
  issuedSecret,
  keyList,
  ownSecret,
} from '@tributary/service';
import { languages } from '@tributary/contracts';

type Env = Readonly<Record<string, string | undefined>>;

const shape = {
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'must begin with smtp:// or smtps://')
    .describe('The mail server: smtp:// or smtps://, with credentials where needed.'),
  MAIL_FROM: z.string().min(3).describe('The sender of e-mails.'),
  SMTP_CONNECTIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(50)
    .default(8)
    .describe('The maximum number of connections to the mail server.'),
  SMS_API_URL: z
    .url()
    .optional()
    .describe("The SMS provider's API. Without it text messages are suppressed."),
  SMS_API_KEY: z
    .string()
    .optional()
    .describe("The key of the SMS provider's API.")
    .meta(issuedSecret),
  NOTIFICATION_LINK_KEY: keyList()
    .describe(
      'The key that signs the unsubscribe links of e-mails: 32 bytes in base64. A list: the first signs, all verify.',
    )
    .meta(ownSecret),
  VAPID_PUBLIC_KEY: z
    .base64url()
    .length(87)
    .optional()
    .describe(
      'The public VAPID key of web push, base64url. Without the VAPID settings push is suppressed.',
    ),
  VAPID_PRIVATE_KEY: z
    .base64url()
    .length(43)
    .optional()
    .describe('The private VAPID key of web push, base64url.')
    .meta(ownSecret),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:|https:\/\/)\S+$/, 'must begin with mailto: or https://')
    .optional()
    .describe('The contact for push services, as mailto: or https://.'),
  PUSH_TRUSTED_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(',').filter((origin) => origin !== ''))
    .refine((origins) => origins.every((origin) => URL.canParse(origin)), 'must list origins')
    .describe(
      "Origins of push services exempt from the address check, such as the sandbox's; development only.",
    ),
  NOTIFICATION_LANGUAGE: z
    .enum(languages)
    .default('en')
    .describe('The language of notifications to users whose own is not known.'),
  CONSOLE_URL: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional()
    .describe(
      'The address of the console, to which the links of notifications lead. Without it e-mails have no such links, and action_url names the record in the API.',
    ),
  NOTIFICATION_RETRY_BASE_SECONDS: z.coerce
    .number()
    .positive()
    .max(3_600)
    .default(30)
    .describe('The delay of the first retry, from which the later delays grow.'),
  NOTIFICATION_DIGEST_EVERY_MS: z.coerce
    .number()
    .int()
    .min(10)
    .max(60_000)
    .default(5_000)
    .describe('The interval between checks for due digests, ms.'),
  RATE_LIMIT_MAILS_PER_ADDRESS_PER_DAY: mailsPerAddressPerDay,
};

const SANDBOX_HTTP = 4_900;
const SANDBOX_SMTP = 4_925;

const developmentVapid = {
  VAPID_PUBLIC_KEY:
    'BBgaO-sC4gBJZ6MXpZ5kwtC09WWzlGZ419SBHk9khT-fLEIJTk7gVeRA5_BAr8AHTGPwBhd6xuy4HYcZPEXHMNY',
  VAPID_PRIVATE_KEY: developmentSecrets.VAPID_PRIVATE_KEY,
  VAPID_SUBJECT: 'mailto:push@tributary.example',
};

/** The sandbox's inboxes. */
function developmentDefaults(env: Env) {
  const offset = Number(env['PORT_OFFSET'] ?? 0);
  return {
    SMTP_URL: `smtp://127.0.0.1:${String(SANDBOX_SMTP + offset)}`,
    MAIL_FROM: 'Tributary <no-reply@tributary.example>',
    SMS_API_URL: `http://127.0.0.1:${String(SANDBOX_HTTP + offset)}/sms/v1/messages`,
    SMS_API_KEY: developmentSecrets.SMS_API_KEY,
    NOTIFICATION_LINK_KEY: developmentSecrets.NOTIFICATION_LINK_KEY,
    ...(acceptsDevelopmentSecrets(env) && developmentVapid),
    PUSH_TRUSTED_ORIGINS: `http://127.0.0.1:${String(SANDBOX_HTTP + offset)}`,
  };
}

export const settings = defineSettings('notification', shape, developmentDefaults);

/** @throws ConfigError naming every setting that is missing or wrong */
export function readNotificationConfig(env: Env) {
  const config = readConfig(settings, env);
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT } = config;
  const vapid = [VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT];
  const set = vapid.filter((setting) => setting !== undefined).length;
  if (set !== 0 && set !== vapid.length) {
    throw new ConfigError(
      'VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT: all of them or none',
    );
  }
  if (config.production && config.PUSH_TRUSTED_ORIGINS.length > 0) {
    throw new ConfigError('PUSH_TRUSTED_ORIGINS: not accepted in production');
  }
  return config;
}
export type Config = ReturnType<typeof readNotificationConfig>;
