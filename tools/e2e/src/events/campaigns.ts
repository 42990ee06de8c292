import { follow } from '../client.ts';
import { aCampaign, as, type Step } from './world.ts';

const VISITS = 100;
const AT_ONCE = 10;

const product = { sku: 'KETTLE-1', name: 'Kettle', price: 39.9, currency: 'USD' };

/** The brand changes the campaign; `label` describes the change in the table. */
const changeStep = (label: string, change: object, event: string): Step => ({
  operation: `PUT /api/brand/campaigns/{id} ${label}`,
  publishes: [event],
  notifies: ['brand'],
  run: async (world) => {
    const { campaignId } = world.made;
    await as(world, 'brand')('PUT', `/api/brand/campaigns/${campaignId}`, change);
    return campaignId;
  },
});

/** A campaign becomes active, and an affiliate joins it. */
export const openingSteps: readonly Step[] = [
  {
    operation: 'POST /api/brand/campaigns',
    publishes: ['campaign.created'],
    notifies: ['brand'],
    run: async (world) => {
      const campaign = await as(world, 'brand')('POST', '/api/brand/campaigns', aCampaign);
      world.made.campaignId = campaign.id;
      return campaign.id;
    },
  },
  changeStep('{name}', { name: 'Spring' }, 'campaign.updated'),
  changeStep('{status: active}', { status: 'active' }, 'campaign.activated'),
  {
    operation: 'POST /api/affiliate/campaigns/{id}/apply',
    publishes: ['application.submitted'],
    notifies: ['brand', 'affiliate'],
    run: async (world) => {
      const path = `/api/affiliate/campaigns/${world.made.campaignId}/apply`;
      const { id } = await as(world, 'affiliate')('POST', path, {});
      world.made.applicationId = id;
      return id;
    },
  },
  {
    operation: 'PUT /api/brand/applications/{id}/review {decision: approved}',
    publishes: ['application.approved', 'campaign.affiliate.joined'],
    notifies: ['brand', 'affiliate'],
    run: async (world) => {
      const path = `/api/brand/applications/${world.made.applicationId}/review`;
      await as(world, 'brand')('PUT', path, { decision: 'approved' });
      return world.made.applicationId;
    },
  },
  {
    operation: 'PUT /api/brand/applications/{id}/review {decision: rejected}',
    publishes: ['application.rejected'],
    notifies: ['brand', 'otherAffiliate'],
    run: async (world) => {
      const path = `/api/affiliate/campaigns/${world.made.campaignId}/apply`;
      const { id } = await as(world, 'otherAffiliate')('POST', path, {});
      const review = { decision: 'rejected', notes: 'No' };
      await as(world, 'brand')('PUT', `/api/brand/applications/${id}/review`, review);
      return id;
    },
  },
];

export const linkSteps: readonly Step[] = [
  {
    operation: 'POST /api/affiliate/links',
    publishes: ['link.created'],
    notifies: ['brand', 'affiliate'],
    run: async (world) => {
      const request = { campaign_id: world.made.campaignId };
      const link = await as(world, 'affiliate')('POST', '/api/affiliate/links', request);
      world.made.trackingCode = link.tracking_code;
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
    run: async (world) => {
      const affiliate = as(world, 'affiliate');
      const request = { campaign_id: world.made.campaignId, destination_path: '/kettles' };
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
    run: async (world) => {
      const { id } = await as(world, 'brand')('POST', '/api/brand/products', product);
      world.made.productId = id;
      return id;
    },
  },
  {
    operation: 'PUT /api/brand/products/{id} {price}',
    publishes: ['brand.product.updated'],
    notifies: ['brand'],
    run: async (world) => {
      const path = `/api/brand/products/${world.made.productId}`;
      await as(world, 'brand')('PUT', path, { price: 35 });
      return world.made.productId;
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
    run: async (world) => {
      const path = `/api/affiliate/campaigns/${world.made.campaignId}/membership`;
      await as(world, 'affiliate')('DELETE', path);
      return world.made.campaignId;
    },
  },
  changeStep('{status: completed}', { status: 'completed' }, 'campaign.ended'),
];
