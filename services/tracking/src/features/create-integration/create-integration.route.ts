import { integrationPlatforms } from '@tributary/contracts';
import { type FieldIssue, invalidFields } from '@tributary/errors';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { givenId } from '../../domain/uuid-input.ts';
import { plainText } from '../../domain/plain-text.ts';
import { type StoreAccess } from '../../clients/shop-client.ts';
import { type IntegrationDocument } from '../../store/models.ts';
import { connectStore, disconnectStore, MAX_STORES } from './create-integration.ts';

const PATH = '/api/brand/integrations';
const secret = plainText(255).min(8, 'Must have at least 8 characters');

const body = z.strictObject({
  platform: z.enum(integrationPlatforms),
  shop_url: z.string().min(1).max(2_048),
  secret: secret.describe('What the platform signs its webhooks with'),
  campaign_id: givenId,
  access_token: secret
    .optional()
    .describe('Shopify: read access to orders, for fetching missed ones'),
  consumer_key: secret.optional().describe('WooCommerce: the same, with consumer_secret'),
  consumer_secret: secret.optional(),
});
type Body = z.output<typeof body>;

const integrationResponse = z.object({
  id: z.uuid(),
  platform: z.enum(integrationPlatforms),
  shop_url: z.string(),
  campaign_id: z.uuid(),
  status: z.enum(['connected', 'error']),
  webhook_url: z.url().describe('Where the platform’s order webhooks are to be sent'),
  can_sync: z.boolean().describe('Whether missed orders can be fetched'),
  last_error: z.object({ error: z.string(), message: z.string(), at: z.iso.datetime() }).nullable(),
  last_message_at: z.iso.datetime().nullable(),
  synced_until: z.iso.datetime(),
  created_at: z.iso.datetime(),
});

function integrationView(
  { config }: Deps,
  store: IntegrationDocument,
): z.output<typeof integrationResponse> {
  const { lastError } = store;
  return {
    id: store._id,
    platform: store.platform,
    shop_url: store.shopUrl,
    campaign_id: store.campaignId,
    status: lastError === null ? 'connected' : 'error',
    webhook_url: `${config.publicUrl}/api/integrations/${store._id}/orders`,
    can_sync: store.sealedAccess !== null,
    last_error:
      lastError === null
        ? null
        : { error: lastError.code, message: lastError.message, at: lastError.at.toISOString() },
    last_message_at: store.lastMessageAt?.toISOString() ?? null,
    synced_until: store.syncedUntil.toISOString(),
    created_at: store.createdAt.toISOString(),
  };
}

const refuse = (path: string, message: string): FieldIssue => ({ path, message });

/** @throws invalid where the access is the other platform's, or half of one */
function accessOf(call: Body): StoreAccess | null {
  const { platform, access_token: token, consumer_key: key, consumer_secret: keySecret } = call;
  if (platform === 'shopify') {
    if (key !== undefined || keySecret !== undefined) {
      throw invalidFields([refuse('consumer_key', 'Is WooCommerce’s; Shopify has access_token')]);
    }
    return token === undefined ? null : { platform, accessToken: token };
  }
  if (token !== undefined) {
    throw invalidFields([refuse('access_token', 'Is Shopify’s; WooCommerce has consumer_key')]);
  }
  if (key === undefined && keySecret === undefined) return null;
  if (key === undefined || keySecret === undefined) {
    throw invalidFields([
      refuse('consumer_secret', 'consumer_key and consumer_secret go together'),
    ]);
  }
  return { platform, consumerKey: key, consumerSecret: keySecret };
}

export const connectStoreRoute = (deps: Deps) => {
  const connect = connectStore(deps);
  return route({
    method: 'post',
    path: PATH,
    summary: 'Connect a store',
    description:
      'Have the platform send its order webhooks to `webhook_url`, signed with `secret`. Orders then come in ' +
      'by themselves. With access to its orders those that were missed are fetched every hour.',
    allow: ['brand'] as const,
    scope: 'tracking:write',
    idempotent: true,
    status: 201,
    body,
    response: integrationResponse,
    errors: {
      campaign_not_found: 'There is no such campaign of this brand',
      already_connected: '409',
      too_many_integrations: '409',
    },
    handle: async ({ body: call, actor }) => {
      const { platform, shop_url: shopUrl, secret: signing, campaign_id: campaignId } = call;
      const access = accessOf(call);
      const input = { brandId: actor.id, platform, shopUrl, secret: signing, campaignId, access };
      return integrationView(deps, await connect(input));
    },
  });
};

export const listStoresRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: PATH,
    summary: 'The brand’s connected stores, newest first',
    allow: ['brand'] as const,
    scope: 'tracking:read',
    response: z.object({ integrations: z.array(integrationResponse) }),
    handle: async ({ actor }) => {
      const stores = await deps.integrations.listOfBrand(actor.id, MAX_STORES);
      return { integrations: stores.map((store) => integrationView(deps, store)) };
    },
  });

export const disconnectStoreRoute = (deps: Deps) => {
  const disconnect = disconnectStore(deps);
  return route({
    method: 'delete',
    path: `${PATH}/:integration_id`,
    summary: 'Disconnect a store',
    allow: ['brand'] as const,
    scope: 'tracking:write',
    params: z.object({ integration_id: givenId }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    errors: { integration_not_found: 'There is no such integration of this brand' },
    handle: async ({ params, actor }) => {
      await disconnect(params.integration_id, actor.id);
      return { success: true, message: 'The store is disconnected' };
    },
  });
};
