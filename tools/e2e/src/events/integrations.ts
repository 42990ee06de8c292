import { createHmac } from 'node:crypto';
import { openLocalServer } from '../local-server.ts';
import { as, type Step } from './scenario.ts';

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
    run: async (scenario) => {
      const { id } = await as(scenario, 'brand')('POST', '/api/brand/integrations', {
        platform: 'shopify',
        shop_url: scenario.shopUrl,
        secret: SECRET,
        access_token: 'shpat_0123456789abcdef',
        campaign_id: scenario.made.campaignId,
      });
      scenario.made.integrationId = id;
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
    run: async (scenario) => {
      const path = `/api/brand/integrations/${scenario.made.integrationId}/sync`;
      await as(scenario, 'brand')('POST', path, {});
      return scenario.made.integrationId;
    },
  },
  {
    operation: 'DELETE /api/brand/integrations/{id}',
    publishes: ['integration.disconnected'],
    notifies: ['brand'],
    run: async (scenario) => {
      const { integrationId } = scenario.made;
      await as(scenario, 'brand')('DELETE', `/api/brand/integrations/${integrationId}`);
      return integrationId;
    },
  },
];
