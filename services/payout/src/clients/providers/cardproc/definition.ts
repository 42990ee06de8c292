import { z } from 'zod';
import { defineProvider } from '../provider.ts';
import { amountSetting, percentSetting } from '../settings.ts';
import { openCardproc } from './cardproc.ts';

/** Transfers to an account that the affiliate has connected with the card processor. */
export const cardprocConnect = defineProvider({
  id: 'cardproc_connect',
  settings: {
    CARDPROC_BASE_URL: z.url(),
    CARDPROC_API_KEY: z.string().min(1),
    CARDPROC_WEBHOOK_SECRET: z.string().min(1),
    /** The fee: a fixed part in the payout's currency, and a percentage. */
    CARDPROC_FEE_FIXED: amountSetting.default('0.25'),
    CARDPROC_FEE_PERCENT: percentSetting.default('0.25'),
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
