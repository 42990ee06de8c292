import { z } from 'zod';
import { defineProvider } from '../provider.ts';
import { amountSetting, percentSetting } from '../settings.ts';
import { openWalletco } from './walletco.ts';

/** Payouts to a wallet, known by its e-mail address. */
export const walletcoPayouts = defineProvider({
  id: 'walletco_payouts',
  settings: {
    WALLETCO_BASE_URL: z.url(),
    WALLETCO_CLIENT_ID: z.string().min(1),
    WALLETCO_CLIENT_SECRET: z.string().min(1),
    WALLETCO_WEBHOOK_SECRET: z.string().min(1),
    /** The fee: a percentage, with a maximum in the payout's currency. */
    WALLETCO_FEE_PERCENT: percentSetting.default('2'),
    WALLETCO_FEE_MAXIMUM: amountSetting.default('20.00'),
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
