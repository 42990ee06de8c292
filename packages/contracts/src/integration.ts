import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';
import { messageTo, publicEventsOf } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

export const integrationPlatforms = ['shopify', 'woocommerce', 'stripe'] as const;
export type IntegrationPlatform = (typeof integrationPlatforms)[number];

/** A connected shop as other services copy it. */
export const integrationSnapshot = z.object({
  integrationId: id,
  brandId: id,
  campaignId: id,
  /** Any text, because further platforms come. */
  platform: z.string(),
  shopUrl: z.string(),
  connectedAt: instant,
});
export type IntegrationSnapshot = z.output<typeof integrationSnapshot>;

const declaration = {
  topic: 'tracking.integrations',
  key: (integration: IntegrationSnapshot) => integration.integrationId,
} as const;

const sample: IntegrationSnapshot = {
  integrationId: '01975b3c-7c00-7000-8000-000000001001',
  brandId: sampleIds.brandId,
  campaignId: sampleIds.campaignId,
  platform: 'shopify',
  shopUrl: 'https://northwind.example.com',
  connectedAt: SAMPLE_TIME,
};

/** For the brand only: affiliates have no access to its shops. */
const toBrand = (integration: IntegrationSnapshot, more: Readonly<Record<string, unknown>> = {}) =>
  messageTo([integration.brandId], {
    integration_id: integration.integrationId,
    platform: integration.platform,
    shop_url: integration.shopUrl,
    campaign_id: integration.campaignId,
    ...more,
  });

const inIntegration = publicEventsOf('Integration', (integration: IntegrationSnapshot) => [
  toBrand(integration),
]);

export const integrationConnected = defineEvent({
  type: 'integration.connected.v1',
  ...declaration,
  data: integrationSnapshot,
  description: 'A brand connected a shop.',
  sample,
  publicEvents: [inIntegration('integration.connected', 1, 'A shop was connected.')],
});
export const integrationDisconnected = defineEvent({
  type: 'integration.disconnected.v1',
  ...declaration,
  data: integrationSnapshot,
  description: 'A brand disconnected a shop.',
  sample,
  publicEvents: [inIntegration('integration.disconnected', 2, 'A shop was disconnected.')],
});
export const integrationFailed = defineEvent({
  type: 'integration.error.v1',
  topic: 'tracking.integrations',
  key: (integration) => integration.integrationId,
  data: integrationSnapshot.extend({ error: z.string(), message: z.string() }),
  description: 'A shop’s message or its list of orders could not be processed.',
  sample: {
    ...sample,
    error: 'currency_unknown',
    message: 'The order’s currency is not known',
  },
  publicEvents: [
    {
      name: 'integration.error',
      category: 'Integration',
      place: 3,
      description: 'A shop’s webhook could not be processed.',
      messages: ({ error, message, ...integration }) => [toBrand(integration, { error, message })],
    },
  ],
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
  sample: { ...sample, since: SAMPLE_TIME, orders: 40, recorded: 2 },
  publicEvents: [
    {
      name: 'integration.sync.completed',
      category: 'Integration',
      place: 4,
      description: 'A shop’s orders are up to date.',
      messages: ({ since, orders, recorded, ...integration }) => [
        toBrand(integration, { since, orders, recorded }),
      ],
    },
  ],
});
