import { createHmac } from 'node:crypto';
import { openLocalServer } from '../local-server.ts';
import { as, type Step } from './world.ts';

const SECRET = 'shpss_0123456789abcdef';

/** A shop without orders. */
export const openShop = () =>
  openLocalServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"orders":[]}');
  });

export const integrationSteps: readonly Step[] = [
  {
    operation: 'POST /api/brand/integrations',
    publishes: ['integration.connected'],
    notifies: ['brand'],
    run: async (world) => {
      const { id } = await as(world, 'brand')('POST', '/api/brand/integrations', {
        platform: 'shopify',
        shop_url: world.shopUrl,
        secret: SECRET,
        access_token: 'shpat_0123456789abcdef',
        campaign_id: world.made.campaignId,
      });
      world.made.integrationId = id;
      return id;
    },
  },
  {
    operation: 'POST /api/integrations/{id}/orders, signed, but no order',
    publishes: ['integration.error'],
    notifies: ['brand'],
    run: async ({ client, made }) => {
      const text = '{}';
      const signature = createHmac('sha256', SECRET).update(text).digest('base64');
      const headers = { 'x-shopify-topic': 'orders/create', 'x-shopify-hmac-sha256': signature };
      await client.must('POST', `/api/integrations/${made.integrationId}/orders`, {
        text,
        headers,
      });
      return made.integrationId;
    },
  },
  {
    operation: 'POST /api/brand/integrations/{id}/sync',
    publishes: ['integration.sync.completed'],
    notifies: ['brand'],
    run: async (world) => {
      const path = `/api/brand/integrations/${world.made.integrationId}/sync`;
      await as(world, 'brand')('POST', path, {});
      return world.made.integrationId;
    },
  },
  {
    operation: 'DELETE /api/brand/integrations/{id}',
    publishes: ['integration.disconnected'],
    notifies: ['brand'],
    run: async (world) => {
      const { integrationId } = world.made;
      await as(world, 'brand')('DELETE', `/api/brand/integrations/${integrationId}`);
      return integrationId;
    },
  },
];
