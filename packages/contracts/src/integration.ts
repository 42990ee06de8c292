import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';

export const integrationPlatforms = ['shopify', 'woocommerce'] as const;
export type IntegrationPlatform = (typeof integrationPlatforms)[number];

/** A connected store as others may know it. */
export const integrationSnapshot = z.object({
  integrationId: id,
  brandId: id,
  campaignId: id,
  platform: z.enum(integrationPlatforms),
  shopUrl: z.string(),
  connectedAt: instant,
});
export type IntegrationSnapshot = z.output<typeof integrationSnapshot>;

const declaration = {
  topic: 'tracking.integrations',
  key: (integration: IntegrationSnapshot) => integration.integrationId,
} as const;

export const integrationConnected = defineEvent({
  type: 'integration.connected.v1',
  ...declaration,
  data: integrationSnapshot,
  description: 'A brand connected a store.',
});
export const integrationDisconnected = defineEvent({
  type: 'integration.disconnected.v1',
  ...declaration,
  data: integrationSnapshot,
  description: 'A brand disconnected a store.',
});
export const integrationFailed = defineEvent({
  type: 'integration.error.v1',
  topic: 'tracking.integrations',
  key: (integration) => integration.integrationId,
  data: integrationSnapshot.extend({ error: z.string(), message: z.string() }),
  description: 'A store’s message or its list of orders could not be taken in.',
});
export const integrationSynced = defineEvent({
  type: 'integration.sync_completed.v1',
  topic: 'tracking.integrations',
  key: (integration) => integration.integrationId,
  data: integrationSnapshot.extend({
    since: instant,
    /** Orders of the store that were looked at, and those of them that had been missed. */
    orders: z.int(),
    recorded: z.int(),
  }),
  description: 'A store’s orders were fetched and what had been missed is recorded.',
});
