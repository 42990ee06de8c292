import { z } from 'zod';
import { issuedSecret } from '@tributary/service';
import { defineProvider } from '../provider.ts';
import { amountSetting, percentSetting } from '../settings.ts';
import { openCardproc } from './cardproc.ts';

/** Transfers to an account that the affiliate has connected with the card processor. */
export const cardprocConnect = defineProvider({
  id: 'cardproc_connect',
  settings: {
    CARDPROC_BASE_URL: z.url().describe("The card provider's API."),
    CARDPROC_API_KEY: z
      .string()
      .min(1)
      .describe('The key of the card provider.')
      .meta(issuedSecret),
    CARDPROC_WEBHOOK_SECRET: z
      .string()
      .min(1)
      .describe('Verifies callbacks of the card provider.')
      .meta(issuedSecret),
    CARDPROC_FEE_FIXED: amountSetting
      .default('0.25')
      .describe("The card provider's fixed fee, in the payout's currency."),
    CARDPROC_FEE_PERCENT: percentSetting
      .default('0.25')
      .describe("The card provider's fee, percent."),
  },
  sandboxSettings: (sandboxUrl) => ({
    CARDPROC_BASE_URL: `${sandboxUrl}/cardproc`,
    CARDPROC_API_KEY: 'sandbox-cardproc-key',
    CARDPROC_WEBHOOK_SECRET: 'sandbox-cardproc-webhook-secret',
  }),
  baseUrl: (settings) => settings.CARDPROC_BASE_URL,
  fee: (settings) => ({
    fixed: settings.CARDPROC_FEE_FIXED,
    percent: settings.CARDPROC_FEE_PERCENT,
    maximum: null,
  }),
  open: (http, settings) =>
    openCardproc(http, {
      apiKey: settings.CARDPROC_API_KEY,
      webhookSecret: settings.CARDPROC_WEBHOOK_SECRET,
    }),
});
