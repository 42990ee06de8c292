import { z } from 'zod';
import { defaultKeys } from './keys.ts';
import { defaultSettings, settingsSchema } from './settings.ts';
import type { SandboxOptions } from './sandbox.ts';

const port = z.coerce.number().int().min(0).max(65_535);
const secret = z.string().min(1).max(500);
const { shape } = settingsSchema;

const environmentSchema = z.object({
  SANDBOX_HOST: z.string().min(1).default('127.0.0.1'),
  SANDBOX_PORT: port.default(4900),
  SANDBOX_SMTP_PORT: port.default(4925),
  SANDBOX_DATA_DIR: z.string().min(1).optional(),
  SANDBOX_SETTLE_MS: z.coerce.number().pipe(shape.settle_ms).default(defaultSettings.settle_ms),
  SANDBOX_SLOW_MS: z.coerce.number().pipe(shape.slow_ms).default(defaultSettings.slow_ms),
  CARDPROC_API_KEY: secret.default(defaultKeys.cardprocApiKey),
  CARDPROC_WEBHOOK_SECRET: secret.default(defaultKeys.cardprocWebhookSecret),
  CARDPROC_CALLBACK_URL: shape.cardproc_callback_url.default(defaultSettings.cardproc_callback_url),
  WALLETCO_CLIENT_ID: secret.default(defaultKeys.walletcoClientId),
  WALLETCO_CLIENT_SECRET: secret.default(defaultKeys.walletcoClientSecret),
  WALLETCO_WEBHOOK_SECRET: secret.default(defaultKeys.walletcoWebhookSecret),
  WALLETCO_CALLBACK_URL: shape.walletco_callback_url.default(defaultSettings.walletco_callback_url),
  SMS_API_KEY: secret.default(defaultKeys.smsApiKey),
});

/**
 * Reads the sandbox's environment.
 * @throws Error naming every variable that is wrong
 */
export function readConfig(environment: NodeJS.ProcessEnv): Omit<SandboxOptions, 'log'> {
  // Compose files write a variable that is not set as an empty one.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const read = environmentSchema.safeParse(given);
  if (!read.success) {
    const issues = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The sandbox's environment is wrong. ${issues.join('; ')}`);
  }
  const env = read.data;
  return {
    host: env.SANDBOX_HOST,
    ports: { http: env.SANDBOX_PORT, smtp: env.SANDBOX_SMTP_PORT },
    ...(env.SANDBOX_DATA_DIR === undefined ? {} : { dataDir: env.SANDBOX_DATA_DIR }),
    settings: {
      settle_ms: env.SANDBOX_SETTLE_MS,
      slow_ms: env.SANDBOX_SLOW_MS,
      cardproc_callback_url: env.CARDPROC_CALLBACK_URL,
      walletco_callback_url: env.WALLETCO_CALLBACK_URL,
    },
    keys: {
      cardprocApiKey: env.CARDPROC_API_KEY,
      cardprocWebhookSecret: env.CARDPROC_WEBHOOK_SECRET,
      walletcoClientId: env.WALLETCO_CLIENT_ID,
      walletcoClientSecret: env.WALLETCO_CLIENT_SECRET,
      walletcoWebhookSecret: env.WALLETCO_WEBHOOK_SECRET,
      smsApiKey: env.SMS_API_KEY,
    },
  };
}
