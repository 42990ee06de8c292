import { follow } from '../client.ts';
import { aCampaign, as, type Step } from './scenario.ts';

const VISITS = 100;
const AT_ONCE = 10;

const product = { sku: 'KETTLE-1', name: 'Kettle', price: 39.9, currency: 'USD' };

/** The brand changes the campaign; `label` describes the change in the table. */
const changeStep = (label: string, change: object, event: string): Step => ({
  operation: `PUT /api/brand/campaigns/{id} ${label}`,
  publishes: [event],
  notifies: ['brand'],
  run: async (scenario) => {
    const { campaignId } = scenario.made;
    await as(scenario, 'brand')('PUT', `/api/brand/campaigns/${campaignId}`, change);
    return campaignId;
  },
});

/** A campaign becomes active, and an affiliate joins it. */
export const openingSteps: readonly Step[] = [
  {
    operation: 'POST /api/brand/campaigns',
    publishes: ['campaign.created'],
    notifies: ['brand'],
    run: async (scenario) => {
      const campaign = await as(scenario, 'brand')('POST', '/api/brand/campaigns', aCampaign);
      scenario.made.campaignId = campaign.id;
      return campaign.id;
    },
  },
  changeStep('{name}', { name: 'Spring' }, 'campaign.updated'),
  changeStep('{status: active}', { status: 'active' }, 'campaign.activated'),
  {
    operation: 'POST /api/affiliate/campaigns/{id}/apply',
    publishes: ['application.submitted'],
    notifies: ['brand', 'affiliate'],
    run: async (scenario) => {
      const path = `/api/affiliate/campaigns/${scenario.made.campaignId}/apply`;
      const { id } = await as(scenario, 'affiliate')('POST', path, {});
      scenario.made.applicationId = id;
      return id;
    },
  },
  {
    operation: 'PUT /api/brand/applications/{id}/review {decision: approved}',
    publishes: ['application.approved', 'campaign.affiliate.joined'],
    notifies: ['brand', 'affiliate'],
    run: async (scenario) => {
      const path = `/api/brand/applications/${scenario.made.applicationId}/review`;
      await as(scenario, 'brand')('PUT', path, { decision: 'approved' });
      return scenario.made.applicationId;
    },
  },
  {
    operation: 'PUT /api/brand/applications/{id}/review {decision: rejected}',
    publishes: ['application.rejected'],
    notifies: ['brand', 'otherAffiliate'],
    run: async (scenario) => {
      const path = `/api/affiliate/campaigns/${scenario.made.campaignId}/apply`;
      const { id } = await as(scenario, 'otherAffiliate')('POST', path, {});
      const review = { decision: 'rejected', notes: 'No' };
      await as(scenario, 'brand')('PUT', `/api/brand/applications/${id}/review`, review);
      return id;
    },
  },
];

export const linkSteps: readonly Step[] = [
  {
    operation: 'POST /api/affiliate/links',
    publishes: ['link.created'],
    notifies: ['brand', 'affiliate'],
    run: async (scenario) => {
      const request = { campaign_id: scenario.made.campaignId };
      const link = await as(scenario, 'affiliate')('POST', '/api/affiliate/links', request);
      scenario.made.trackingCode = link.tracking_code;
      return link.id;
    },
  },
  {
    operation: 'GET /r/{tracking_code}',
    publishes: ['link.clicked'],
    notifies: ['brand', 'affiliate'],
    run: ({ client, made }) => follow(client, made.trackingCode),
  },
  {
    operation: `GET /r/{tracking_code}, ${String(VISITS)} times`,
    publishes: ['link.performance.threshold'],
    notifies: ['brand', 'affiliate'],
    run: async ({ client, made }) => {
      const visit = () => follow(client, made.trackingCode);
      for (let visits = 0; visits < VISITS; visits += AT_ONCE) {
        await Promise.all(Array.from({ length: AT_ONCE }, visit));
      }
      return made.trackingCode;
    },
  },
  {
    operation: 'PUT /api/affiliate/links/{id} {active: false}',
    publishes: ['link.deactivated'],
    notifies: ['brand', 'affiliate'],
    run: async (scenario) => {
      const affiliate = as(scenario, 'affiliate');
      const request = { campaign_id: scenario.made.campaignId, destination_path: '/kettles' };
      const { id } = await affiliate('POST', '/api/affiliate/links', request);
      await affiliate('PUT', `/api/affiliate/links/${id}`, { active: false });
      return id;
    },
  },
];

export const productSteps: readonly Step[] = [
  {
    operation: 'POST /api/brand/products',
    publishes: ['brand.product.added'],
    notifies: ['brand'],
    run: async (scenario) => {
      const { id } = await as(scenario, 'brand')('POST', '/api/brand/products', product);
      scenario.made.productId = id;
      return id;
    },
  },
  {
    operation: 'PUT /api/brand/products/{id} {price}',
    publishes: ['brand.product.updated'],
    notifies: ['brand'],
    run: async (scenario) => {
      const path = `/api/brand/products/${scenario.made.productId}`;
      await as(scenario, 'brand')('PUT', path, { price: 35 });
      return scenario.made.productId;
    },
  },
];

/** The campaign is paused, its member leaves, and it is completed. */
export const closingSteps: readonly Step[] = [
  changeStep('{status: paused}', { status: 'paused' }, 'campaign.paused'),
  {
    operation: 'DELETE /api/affiliate/campaigns/{id}/membership',
    publishes: ['campaign.affiliate.left'],
    notifies: ['brand', 'affiliate'],
    run: async (scenario) => {
      const path = `/api/affiliate/campaigns/${scenario.made.campaignId}/membership`;
      await as(scenario, 'affiliate')('DELETE', path);
      return scenario.made.campaignId;
    },
  },
  changeStep('{status: completed}', { status: 'completed' }, 'campaign.ended'),
];
