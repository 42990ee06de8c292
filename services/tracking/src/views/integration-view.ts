import { integrationPlatforms } from '@tributary/contracts';
import { z } from 'zod';
import { type IntegrationDocument } from '../store/collections.ts';

/** A connected shop, without its secrets. */
export const integrationView = z
  .object({
    id: z.uuid(),
    platform: z.enum(integrationPlatforms),
    shop_url: z.string(),
    campaign_id: z.uuid(),
    status: z.enum(['connected', 'error']),
    webhook_url: z.url().describe('Target of the platform’s order webhooks'),
    can_sync: z.boolean().describe('Whether missed orders can be fetched'),
    last_error: z
      .object({ error: z.string(), message: z.string(), at: z.iso.datetime() })
      .meta({ id: 'IntegrationError', description: 'What went wrong with a shop' })
      .nullable(),
    last_message_at: z.iso.datetime().nullable(),
    synced_until: z.iso.datetime(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Integration', description: 'A connected shop' });

export function toIntegrationView(
  publicUrl: string,
  integration: IntegrationDocument,
): z.output<typeof integrationView> {
  const { lastError } = integration;
  return {
    id: integration._id,
    platform: integration.platform,
    shop_url: integration.shopUrl,
    campaign_id: integration.campaignId,
    status: lastError === null ? 'connected' : 'error',
    webhook_url: `${publicUrl}/api/integrations/${integration._id}/orders`,
    can_sync: integration.sealedAccess !== null,
    last_error:
      lastError === null
        ? null
        : { error: lastError.code, message: lastError.message, at: lastError.at.toISOString() },
    last_message_at: integration.lastMessageAt?.toISOString() ?? null,
    synced_until: integration.syncedUntil.toISOString(),
    created_at: integration.createdAt.toISOString(),
  };
}
