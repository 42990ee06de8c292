import { defineSettings, readConfig, developmentSecrets, ownSecret } from '@tributary/service';
import { z } from 'zod';

export const settings = defineSettings(
  'attribution',
  {
    ATTRIBUTION_SETTLE_MS: z.coerce
      .number()
      .int()
      .min(0)
      .max(10_000)
      .default(400)
      .describe(
        'How long after its acknowledgement a conversion is assessed, ms: events of different partitions overtake each other.',
      ),
    EMAIL_PEPPER: z
      .string()
      .min(8, 'must have at least 8 characters')
      .optional()
      .describe(
        "The key of the hashes of customers' e-mail addresses; the same in tracking and attribution.",
      )
      .meta(ownSecret),
    HOSTING_RANGES_FILE: z
      .string()
      .min(1)
      .optional()
      .describe('Ranges of hosting providers; the shipped file by default.'),
    NETWORK_LIST_FILE: z
      .string()
      .min(1)
      .optional()
      .describe('Further ranges of data centres, VPNs and Tor.'),
  },
  () => ({
    EMAIL_PEPPER: developmentSecrets.EMAIL_PEPPER,
  }),
);

/** Settings of this service. */
export const readAttributionConfig = (env: Readonly<Record<string, string | undefined>>) =>
  readConfig(settings, env);

export type Config = ReturnType<typeof readAttributionConfig>;
