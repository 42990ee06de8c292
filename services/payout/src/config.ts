import { z } from 'zod';
import { readConfig } from '@tributary/service';
import { providerSettings, sandboxSettings } from './clients/providers/registry.ts';
import { percentSetting } from './clients/providers/settings.ts';

const perHour = (calls: number) => z.coerce.number().int().min(0).default(calls);

const shape = {
  ...providerSettings,
  /** Deadline of one call to a provider, ms; after it the outcome is unknown. */
  PROVIDER_TIMEOUT_MS: z.coerce.number().int().min(100).default(10_000),
  /** The mail server for wallet codes. */
  SMTP_URL: z.string().regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://'),
  MAIL_FROM: z.string().default('Tributary <payouts@tributary.example.com>'),
  /** Requests per user and hour, and manual payouts per user and per address; 0 switches a limit off. */
  RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: perHour(5),
  RATE_LIMIT_PAYOUT_CREATE_PER_HOUR: perHour(5),
  RATE_LIMIT_PAYOUT_CREATE_PER_HOUR_PER_IP: perHour(20),
  /** Calls that mail a code or start a check, per user, so that codes cannot be guessed by requesting many. */
  RATE_LIMIT_PAYOUT_VERIFY_PER_HOUR: perHour(10),
  /** Lease on a payout's step; when it expires after a crash, another process takes the step. */
  PAYOUT_LEASE_SECONDS: z.coerce.number().min(1).default(10),
  /** When a payout is abandoned whose process died before the result of its reserve was known. */
  PAYOUT_ABANDONED_SECONDS: z.coerce.number().min(1).default(30),
  /** First wait before a failed step is retried, ms; doubled each time, up to half a minute. */
  PAYOUT_RETRY_MS: z.coerce.number().int().min(10).default(1_000),
  /** How long to wait for a provider's callback before polling the payment, ms. */
  PAYOUT_LOOK_MS: z.coerce.number().int().min(10).default(2_000),
  /** The operator, who pays, on invoices; address lines are separated by `|`. */
  INVOICE_ISSUER_NAME: z.string().min(1),
  INVOICE_ISSUER_ADDRESS: z.string().min(1),
  INVOICE_ISSUER_TAX_ID: z.string().min(1),
  /** Tax within the commissions, percent, and the note that explains it. */
  INVOICE_TAX_RATE: percentSetting.default('0'),
  INVOICE_TAX_NOTE: z.string().optional(),
  /** Signs links to invoices, which open without signing in, and for how many days they are valid. */
  INVOICE_LINK_SECRET: z.string().min(16),
  INVOICE_LINK_DAYS: z.coerce.number().int().min(1).max(365).default(7),
};

type Env = Readonly<Record<string, string | undefined>>;

/** The bundled sandbox, with this system's port offset. */
const developmentDefaults = (offset: number) => ({
  ...sandboxSettings(`http://127.0.0.1:${String(4900 + offset)}`),
  SMTP_URL: `smtp://127.0.0.1:${String(4925 + offset)}`,
  INVOICE_ISSUER_NAME: 'Tributary (development)',
  INVOICE_ISSUER_ADDRESS: '1 Confluence Road|Riverton',
  INVOICE_ISSUER_TAX_ID: 'XX000000000',
  INVOICE_LINK_SECRET: 'dev-invoice-link-secret',
});

/** @throws ConfigError naming every variable that is missing or wrong */
export const readPayoutConfig = (env: Env) =>
  readConfig('payout', env, shape, developmentDefaults(Number(env['PORT_OFFSET'] ?? 0)));

export type Config = ReturnType<typeof readPayoutConfig>;
