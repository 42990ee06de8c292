import { z } from 'zod';
import { DAY_MS } from '@tributary/units';

/** Timers cannot be longer, and no test should wait longer. */
export const MAX_DELAY_MS = DAY_MS;

const delayMs = z.int().min(0).max(MAX_DELAY_MS);
const callbackUrl = z.url({ protocol: /^https?$/ }).max(2000);

/** What can be changed while the sandbox runs (`PUT /settings`). */
export const settingsSchema = z.strictObject({
  /** How long a provider takes from a call to its outcome. */
  settle_ms: delayMs,
  /** After how long the slow names answer. */
  slow_ms: delayMs,
  callback_retry_base_ms: delayMs.min(1),
  cardproc_callback_url: callbackUrl,
  walletco_callback_url: callbackUrl,
});

export const settingsChangeSchema = settingsSchema.partial();

export type Settings = z.infer<typeof settingsSchema>;

export const defaultSettings: Settings = {
  settle_ms: 1000,
  slow_ms: 20_000,
  callback_retry_base_ms: 500,
  cardproc_callback_url: 'http://127.0.0.1:8080/api/payouts/callbacks/cardproc_connect',
  walletco_callback_url: 'http://127.0.0.1:8080/api/payouts/callbacks/walletco_payouts',
};
