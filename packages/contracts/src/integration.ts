import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';

export const integrationPlatforms = ['shopify', 'woocommerce'] as const;
export type IntegrationPlatform = (typeof integrationPlatforms)[number];

/** A connected shop as other services copy it. */
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
  description: 'A brand connected a shop.',
});
export const integrationDisconnected = defineEvent({
  type: 'integration.disconnected.v1',
  ...declaration,
  data: integrationSnapshot,
  description: 'A brand disconnected a shop.',
});
export const integrationFailed = defineEvent({
  type: 'integration.error.v1',
  topic: 'tracking.integrations',
  key: (integration) => integration.integrationId,
  data: integrationSnapshot.extend({ error: z.string(), message: z.string() }),
  description: 'A shop’s message or its list of orders could not be processed.',
});
export const integrationSynced = defineEvent({
  type: 'integration.sync_completed.v1',
  topic: 'tracking.integrations',
  key: (integration) => integration.integrationId,
  data: integrationSnapshot.extend({
    since: instant,
    /** The shop’s orders that were checked, and those that had been missed. */
    orders: z.int(),
    recorded: z.int(),
  }),
  description: 'A shop’s orders were fetched, and missed orders were recorded.',
});
