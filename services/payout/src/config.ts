import { z } from 'zod';
import {
  defineSettings,
  mailsPerAddressPerDay,
  readConfig,
  developmentSecrets,
  ownSecret,
  secretList,
} from '@tributary/service';
import { providerSettings, sandboxSettings } from './clients/providers/registry.ts';
import { percentSetting } from './clients/providers/settings.ts';

const perHour = (calls: number) => z.coerce.number().int().min(0).default(calls);

const shape = {
  ...providerSettings,
  PROVIDER_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(100)
    .default(10_000)
    .describe('The maximum time of one call to a provider, ms. After it the outcome is unknown.'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'must begin with smtp:// or smtps://')
    .describe('The mail server: smtp:// or smtps://, with credentials where needed.'),
  MAIL_FROM: z
    .string()
    .default('Tributary <payouts@tributary.example.com>')
    .describe('The sender of e-mails.'),
  RATE_LIMIT_PAYOUT_REQUEST_PER_HOUR: perHour(5).describe(
    'Payout requests per user and hour; 0 switches the limit off.',
  ),
  RATE_LIMIT_PAYOUT_CREATE_PER_HOUR: perHour(5).describe(
    'Manual payouts per user and hour; 0 switches the limit off.',
  ),
  RATE_LIMIT_PAYOUT_CREATE_PER_HOUR_PER_IP: perHour(20).describe(
    'Manual payouts per address and hour; 0 switches the limit off.',
  ),
  STEP_UP_PAYOUT_ABOVE: z.coerce
    .number()
    .int()
    .min(0)
    .default(100_000)
    .describe(
      'Payouts of more than this amount, US cents, require a proof of the person within STEP_UP_MINUTES; not of API keys.',
    ),
  RATE_LIMIT_PAYOUT_VERIFY_PER_HOUR: perHour(10).describe(
    'Calls per user and hour that send a code or start a verification; bounds how often a code can be guessed.',
  ),
  RATE_LIMIT_MAILS_PER_ADDRESS_PER_DAY: mailsPerAddressPerDay,
  PAYOUT_LEASE_SECONDS: z.coerce
    .number()
    .min(1)
    .default(10)
    .describe('How long after a crash another instance continues a payout.'),
  PAYOUT_ABANDONED_SECONDS: z.coerce
    .number()
    .min(1)
    .default(30)
    .describe('How long after a crash a payout without a known reservation ends as failed.'),
  PAYOUT_RETRY_MS: z.coerce
    .number()
    .int()
    .min(10)
    .default(1_000)
    .describe('The delay of the first retry, ms; it doubles up to half a minute.'),
  PAYOUT_LOOK_MS: z.coerce
    .number()
    .int()
    .min(10)
    .default(2_000)
    .describe('How long a provider may call back before its payment is polled, ms.'),
  INVOICE_ISSUER_NAME: z.string().min(1).describe('The operator as named on invoices.'),
  INVOICE_ISSUER_ADDRESS: z
    .string()
    .min(1)
    .describe('The address of the operator on invoices; `|` separates lines.'),
  INVOICE_ISSUER_TAX_ID: z.string().min(1).describe('The tax id of the operator on invoices.'),
  INVOICE_TAX_RATE: percentSetting.default('0').describe('The tax within commissions, percent.'),
  INVOICE_TAX_NOTE: z
    .string()
    .optional()
    .describe('The sentence on invoices that explains the tax.'),
  INVOICE_LINK_SECRET: secretList(16)
    .describe(
      'Signs links to invoices, which open without signing in. A list: the first signs, all verify.',
    )
    .meta(ownSecret),
  INVOICE_LINK_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(7)
    .describe('How many days a link to an invoice is valid.'),
};

type Env = Readonly<Record<string, string | undefined>>;

/** The bundled sandbox, with this system's port offset. */
const developmentDefaults = (offset: number) => ({
  ...sandboxSettings(`http://127.0.0.1:${String(4900 + offset)}`),
  SMTP_URL: `smtp://127.0.0.1:${String(4925 + offset)}`,
  INVOICE_ISSUER_NAME: 'Tributary (development)',
  INVOICE_ISSUER_ADDRESS: '1 Confluence Road|Riverton',
  INVOICE_ISSUER_TAX_ID: 'XX000000000',
  INVOICE_LINK_SECRET: developmentSecrets.INVOICE_LINK_SECRET,
});

export const settings = defineSettings('payout', shape, (env) =>
  developmentDefaults(Number(env['PORT_OFFSET'] ?? 0)),
);

/** @throws ConfigError naming every variable that is missing or wrong */
export const readPayoutConfig = (env: Env) => readConfig(settings, env);

export type Config = ReturnType<typeof readPayoutConfig>;
