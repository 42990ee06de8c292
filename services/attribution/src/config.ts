import { readConfig } from '@tributary/service';
import { z } from 'zod';

/** Settings of this service. */
export const readAttributionConfig = (env: Readonly<Record<string, string | undefined>>) =>
  readConfig(
    'attribution',
    env,
    {
      /**
       * How long after its acknowledgement a conversion is assessed, ms: events of different partitions overtake
       * each other by some hundred ms, and an order is compared with all earlier ones.
       */
      ATTRIBUTION_SETTLE_MS: z.coerce.number().int().min(0).max(10_000).default(400),
      /** Keys the hashes of addresses and devices. Without it neither is stored or used. */
      ATTRIBUTION_HASH_KEY: z.string().min(8, 'must have at least 8 characters').optional(),
      /** The tracking service's pepper; without it affiliates' mailboxes are not compared with customers'. */
      EMAIL_PEPPER: z.string().min(8, 'must have at least 8 characters').optional(),
      /** Address ranges of hosting providers (assets/README.md); main.ts sets the shipped file. */
      HOSTING_RANGES_FILE: z.string().min(1).optional(),
      /** Further ranges of data centres, VPNs and Tor. */
      NETWORK_LIST_FILE: z.string().min(1).optional(),
    },
    { ATTRIBUTION_HASH_KEY: 'dev-attribution-hash-key', EMAIL_PEPPER: 'dev-email-pepper' },
  );

export type Config = ReturnType<typeof readAttributionConfig>;
