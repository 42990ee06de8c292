import { readConfig } from '@tributary/service';
import { z } from 'zod';

/** Settings of this service. */
export const readAttributionConfig = (env: Readonly<Record<string, string | undefined>>) =>
  readConfig(
    'attribution',
    env,
    {
      /**
       * How long after its acknowledgement a conversion is assessed, ms: events of different partitions
       * overtake each other by some hundred ms, and an order is judged by all that came before it.
       */
      ATTRIBUTION_SETTLE_MS: z.coerce.number().int().min(0).max(10_000).default(400),
      /** Keys the hashes of addresses and devices. Without it neither is kept, nor used. */
      ATTRIBUTION_HASH_KEY: z.string().min(8, 'must have at least 8 characters').optional(),
      /** The tracking service's: without it affiliates' mailboxes are not compared with customers'. */
      EMAIL_PEPPER: z.string().min(8, 'must have at least 8 characters').optional(),
      /** Ranges of hosting providers (assets/README.md); the program's start sets the shipped ones. */
      HOSTING_RANGES_FILE: z.string().min(1).optional(),
      /** Ranges of data centres, VPNs and Tor besides those. */
      NETWORK_LIST_FILE: z.string().min(1).optional(),
    },
    { ATTRIBUTION_HASH_KEY: 'dev-attribution-hash-key', EMAIL_PEPPER: 'dev-email-pepper' },
  );

export type Config = ReturnType<typeof readAttributionConfig>;
