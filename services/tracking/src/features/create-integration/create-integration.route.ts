import { integrationPlatforms } from '@tributary/contracts';
import { type FieldIssue, invalidFields } from '@tributary/errors';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type ShopAccess } from '../../clients/shop-client.ts';
import { type Deps } from '../../deps.ts';
import { plainText } from '../../domain/plain-text.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { integrationView, toIntegrationView } from '../../views/integration-view.ts';
import { createIntegration } from './create-integration.ts';

const secret = plainText(255).min(8, 'Must have at least 8 characters');

const body = z.strictObject({
  platform: z.enum(integrationPlatforms),
  shop_url: z.string().min(1).max(2_048),
  secret: secret.describe('The secret that the platform signs its webhooks with'),
  campaign_id: uuidInput,
  access_token: secret
    .optional()
    .describe('Shopify: read access to orders, for fetching missed ones'),
  consumer_key: secret.optional().describe('WooCommerce: the same, with consumer_secret'),
  consumer_secret: secret.optional(),
});
type Body = z.output<typeof body>;

const issue = (path: string, message: string): FieldIssue => ({ path, message });

type Access = ShopAccess | null;

/** @throws invalid for the credentials of the other platform */
function shopifyAccess({ access_token: token, ...call }: Body): Access {
  if (call.consumer_key !== undefined || call.consumer_secret !== undefined) {
    throw invalidFields([issue('consumer_key', 'Is WooCommerce’s; Shopify has access_token')]);
  }
  return token === undefined ? null : { platform: 'shopify', accessToken: token };
}

/** @throws invalid for the credentials of the other platform, or an incomplete pair */
function wooCommerceAccess(call: Body): Access {
  const { access_token: token, consumer_key: key, consumer_secret: keySecret } = call;
  if (token !== undefined) {
    throw invalidFields([issue('access_token', 'Is Shopify’s; WooCommerce has consumer_key')]);
  }
  if (key === undefined && keySecret === undefined) return null;
  if (key === undefined || keySecret === undefined) {
    throw invalidFields([issue('consumer_secret', 'consumer_key and consumer_secret go together')]);
  }
  return { platform: 'woocommerce', consumerKey: key, consumerSecret: keySecret };
}

/** @throws invalid for any credentials: nothing is fetched from Stripe */
function stripeAccess(call: Body): Access {
  const { access_token: token, consumer_key: key, consumer_secret: keySecret } = call;
  if ([token, key, keySecret].some((one) => one !== undefined)) {
    throw invalidFields([issue('access_token', 'Stripe needs the secret alone')]);
  }
  return null;
}

const accessOf: Readonly<Record<Body['platform'], (call: Body) => Access>> = {
  shopify: shopifyAccess,
  woocommerce: wooCommerceAccess,
  stripe: stripeAccess,
};

export const createIntegrationRoute = (deps: Deps) => {
  const create = createIntegration(deps);
  return route({
    operationId: 'createIntegration',
    method: 'post',
    path: '/api/brand/integrations',
    summary: 'Connect a shop',
    description:
      'Let the platform send its order webhooks to `webhook_url`, signed with `secret`; its orders are then ' +
      'recorded automatically. With access to the shop’s orders, missed ones are fetched every hour.',
    allow: ['brand'] as const,
    permission: 'tracking:write',
    idempotent: true,
    status: 201,
    body,
    response: integrationView,
    errors: {
      campaign_not_found: 'There is no such campaign of this brand',
      already_connected: '409',
      too_many_integrations: '409',
    },
    handle: async ({ body: call, actor }) => {
      const integration = await create({
        brandId: actor.id,
        campaignId: call.campaign_id,
        platform: call.platform,
        shopUrl: call.shop_url,
        secret: call.secret,
        access: accessOf[call.platform](call),
      });
      return toIntegrationView(deps.config.publicUrl, integration);
    },
  });
};
