import { z } from 'zod';
import { issuedSecret } from '@tributary/service';
import { defineProvider } from '../provider.ts';
import { amountSetting, percentSetting } from '../settings.ts';
import { openWalletco } from './walletco.ts';

/** Payouts to a wallet, known by its e-mail address. */
export const walletcoPayouts = defineProvider({
  id: 'walletco_payouts',
  settings: {
    WALLETCO_BASE_URL: z.url().describe("The wallet provider's API."),
    WALLETCO_CLIENT_ID: z.string().min(1).describe('The client id at the wallet provider.'),
    WALLETCO_CLIENT_SECRET: z
      .string()
      .min(1)
      .describe('The client secret at the wallet provider.')
      .meta(issuedSecret),
    WALLETCO_WEBHOOK_SECRET: z
      .string()
      .min(1)
      .describe('Verifies callbacks of the wallet provider.')
      .meta(issuedSecret),
    WALLETCO_FEE_PERCENT: percentSetting
      .default('2')
      .describe("The wallet provider's fee, percent."),
    WALLETCO_FEE_MAXIMUM: amountSetting
      .default('20.00')
      .describe("The wallet provider's maximum fee, in the payout's currency."),
  },
  sandboxSettings: (sandboxUrl) => ({
    WALLETCO_BASE_URL: `${sandboxUrl}/walletco`,
    WALLETCO_CLIENT_ID: 'sandbox-walletco-client',
    WALLETCO_CLIENT_SECRET: 'sandbox-walletco-secret',
    WALLETCO_WEBHOOK_SECRET: 'sandbox-walletco-webhook-secret',
  }),
  baseUrl: (settings) => settings.WALLETCO_BASE_URL,
  fee: (settings) => ({
    fixed: '0',
    percent: settings.WALLETCO_FEE_PERCENT,
    maximum: settings.WALLETCO_FEE_MAXIMUM,
  }),
  open: (http, settings) =>
    openWalletco(http, {
      clientId: settings.WALLETCO_CLIENT_ID,
      clientSecret: settings.WALLETCO_CLIENT_SECRET,
      webhookSecret: settings.WALLETCO_WEBHOOK_SECRET,
    }),
});
