import { z } from 'zod';
import { isAppError } from '@tributary/errors';
import { parseAmount, parsePercent } from '@tributary/money';
import { readConfig } from '@tributary/service';

const perHour = (calls: number) => z.coerce.number().int().min(0).default(calls);

/** Text that `read` accepts, checked at start rather than when the first payout is made. */
const readable = (read: (text: string) => unknown) =>
  z.string().superRefine((text, ctx) => {
    try {
      read(text);
    } catch (error) {
      if (!isAppError(error)) throw error;
      ctx.addIssue({ code: 'custom', message: error.message });
    }
  });
const amount = readable((text) => parseAmount(text, 'USD'));
const percent = readable(parsePercent);

const shape = {
  CARDPROC_BASE_URL: z.url(),
  CARDPROC_API_KEY: z.string().min(1),
  CARDPROC_WEBHOOK_SECRET: z.string().min(1),
  WALLETCO_BASE_URL: z.url(),
  WALLETCO_CLIENT_ID: z.string().min(1),
  WALLETCO_CLIENT_SECRET: z.string().min(1),
  WALLETCO_WEBHOOK_SECRET: z.string().min(1),
  /** How long one call to a provider may take, ms. Longer, and its outcome is unknown. */
  PROVIDER_TIMEOUT_MS: z.coerce.number().int().min(100).default(10_000),
  /** Where codes for wallets are mailed through. */
  SMTP_URL: z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'),
  MAIL_FROM: z.string().default('Tributary <payouts@tributary.example.com>'),
  /** Fees: a fixed part in the payout's currency and a percentage; walletco's has a ceiling. */
  CARDPROC_FEE_FIXED: amount.default('0.25'),
  CARDPROC_FEE_PERCENT: percent.default('0.25'),
  WALLETCO_FEE_PERCENT: percent.default('2'),
  WALLETCO_FEE_MAXIMUM: amount.default('20.00'),
  /** Requests per user and hour, and manual payouts per user and per address; 0 switches a limit off. */
  RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: perHour(5),
  RATE_LIMIT_PAYOUT_CREATE_PER_HOUR: perHour(5),
  RATE_LIMIT_PAYOUT_CREATE_PER_HOUR_PER_IP: perHour(20),
  /** Calls that mail a code or start a check, per user: codes must not be guessed by asking for many. */
  RATE_LIMIT_PAYOUT_VERIFY_PER_HOUR: perHour(10),
  /** After this a payout whose process died is gone on with by another one. */
  PAYOUT_LEASE_SECONDS: z.coerce.number().min(1).default(10),
};

type Env = Readonly<Record<string, string | undefined>>;

/** The bundled sandbox, on the ports that this system is shifted to. */
const developmentDefaults = (offset: number) => ({
  CARDPROC_BASE_URL: `http://127.0.0.1:${String(4900 + offset)}/cardproc`,
  CARDPROC_API_KEY: 'sandbox-cardproc-key',
  CARDPROC_WEBHOOK_SECRET: 'sandbox-cardproc-webhook-secret',
  WALLETCO_BASE_URL: `http://127.0.0.1:${String(4900 + offset)}/walletco`,
  WALLETCO_CLIENT_ID: 'sandbox-walletco-client',
  WALLETCO_CLIENT_SECRET: 'sandbox-walletco-secret',
  WALLETCO_WEBHOOK_SECRET: 'sandbox-walletco-webhook-secret',
  SMTP_URL: `smtp://127.0.0.1:${String(4925 + offset)}`,
});

/** @throws ConfigError naming every variable that is missing or wrong */
export const readPayoutConfig = (env: Env) =>
  readConfig('payout', env, shape, developmentDefaults(Number(env['PORT_OFFSET'] ?? 0)));

export type Config = ReturnType<typeof readPayoutConfig>;
