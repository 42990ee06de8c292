import { z } from 'zod';
import { readConfig } from '@tributary/service';

type Env = Readonly<Record<string, string | undefined>>;

const shape = {
  /** Where e-mail goes, with credentials where needed: smtp:// or smtps://. */
  SMTP_URL: z.string().regex(/^smtps?:\/\/\S+$/, 'must begin with smtp:// or smtps://'),
  MAIL_FROM: z.string().min(3),
  /** Connections to the SMTP server at most; also how many e-mails are sent side by side. */
  SMTP_CONNECTIONS: z.coerce.number().int().min(1).max(50).default(8),
  /** Where text messages go. Without it they are suppressed. */
  SMS_API_URL: z.url().optional(),
  SMS_API_KEY: z.string().optional(),
  /** The first retry's delay; the others follow from it. */
  NOTIFICATION_RETRY_BASE_SECONDS: z.coerce.number().positive().max(3_600).default(30),
};

const SANDBOX_HTTP = 4_900;
const SANDBOX_SMTP = 4_925;

/** The bundled sandbox's inboxes. */
function developmentDefaults(env: Env) {
  const offset = Number(env['PORT_OFFSET'] ?? 0);
  return {
    SMTP_URL: `smtp://127.0.0.1:${String(SANDBOX_SMTP + offset)}`,
    MAIL_FROM: 'Tributary <no-reply@tributary.example>',
    SMS_API_URL: `http://127.0.0.1:${String(SANDBOX_HTTP + offset)}/sms/v1/messages`,
    SMS_API_KEY: 'sandbox-sms-key',
  };
}

/** @throws ConfigError naming every setting that is missing or wrong */
export const readNotificationConfig = (env: Env) =>
  readConfig('notification', env, shape, developmentDefaults(env));
export type Config = ReturnType<typeof readNotificationConfig>;
