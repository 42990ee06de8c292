import { follow } from '../client.ts';
import { aCampaign, as, type Step } from './world.ts';

const VISITS = 100;
const AT_ONCE = 10;

const product = { sku: 'KETTLE-1', name: 'Kettle', price: 39.9, currency: 'USD' };

/** The brand changes the campaign; `says` is the change as the table tells it. */
const changeStep = (says: string, change: object, event: string): Step => ({
  operation: `PUT /api/brand/campaigns/{id} ${says}`,
  makes: [event],
  heardBy: ['brand'],
  run: async (world) => {
    const { campaignId } = world.made;
    await as(world, 'brand')('PUT', `/api/brand/campaigns/${campaignId}`, change);
    return campaignId;
  },
});

/** A campaign opens, and an affiliate joins it. */
export const openingSteps: readonly Step[] = [
  {
    operation: 'POST /api/brand/campaigns',
    makes: ['campaign.created'],
    heardBy: ['brand'],
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
    makes: ['application.submitted'],
    heardBy: ['brand', 'affiliate'],
    run: async (world) => {
      const path = `/api/affiliate/campaigns/${world.made.campaignId}/apply`;
      const { id } = await as(world, 'affiliate')('POST', path, {});
      world.made.applicationId = id;
      return id;
    },
  },
  {
    operation: 'PUT /api/brand/applications/{id}/review {decision: approved}',
    makes: ['application.approved', 'campaign.affiliate.joined'],
    heardBy: ['brand', 'affiliate'],
    run: async (world) => {
      const path = `/api/brand/applications/${world.made.applicationId}/review`;
      await as(world, 'brand')('PUT', path, { decision: 'approved' });
      return world.made.applicationId;
    },
  },
  {
    operation: 'PUT /api/brand/applications/{id}/review {decision: rejected}',
    makes: ['application.rejected'],
    heardBy: ['brand', 'otherAffiliate'],
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
    makes: ['link.created'],
    heardBy: ['brand', 'affiliate'],
    run: async (world) => {
      const asked = { campaign_id: world.made.campaignId };
      const link = await as(world, 'affiliate')('POST', '/api/affiliate/links', asked);
      world.made.trackingCode = link.tracking_code;
      return link.id;
    },
  },
  {
    operation: 'GET /r/{tracking_code}',
    makes: ['link.clicked'],
    heardBy: ['brand', 'affiliate'],
    run: ({ client, made }) => follow(client, made.trackingCode),
  },
  {
    operation: `GET /r/{tracking_code}, ${String(VISITS)} times`,
    makes: ['link.performance.threshold'],
    heardBy: ['brand', 'affiliate'],
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
    makes: ['link.deactivated'],
    heardBy: ['brand', 'affiliate'],
    run: async (world) => {
      const affiliate = as(world, 'affiliate');
      const asked = { campaign_id: world.made.campaignId, destination_path: '/kettles' };
      const { id } = await affiliate('POST', '/api/affiliate/links', asked);
      await affiliate('PUT', `/api/affiliate/links/${id}`, { active: false });
      return id;
    },
  },
];

export const productSteps: readonly Step[] = [
  {
    operation: 'POST /api/brand/products',
    makes: ['brand.product.added'],
    heardBy: ['brand'],
    run: async (world) => {
      const { id } = await as(world, 'brand')('POST', '/api/brand/products', product);
      world.made.productId = id;
      return id;
    },
  },
  {
    operation: 'PUT /api/brand/products/{id} {price}',
    makes: ['brand.product.updated'],
    heardBy: ['brand'],
    run: async (world) => {
      const path = `/api/brand/products/${world.made.productId}`;
      await as(world, 'brand')('PUT', path, { price: 35 });
      return world.made.productId;
    },
  },
];

/** The campaign stands still, its member leaves, and it is over. */
export const closingSteps: readonly Step[] = [
  changeStep('{status: paused}', { status: 'paused' }, 'campaign.paused'),
  {
    operation: 'DELETE /api/affiliate/campaigns/{id}/membership',
    makes: ['campaign.affiliate.left'],
    heardBy: ['brand', 'affiliate'],
    run: async (world) => {
      const path = `/api/affiliate/campaigns/${world.made.campaignId}/membership`;
      await as(world, 'affiliate')('DELETE', path);
      return world.made.campaignId;
    },
  },
  changeStep('{status: completed}', { status: 'completed' }, 'campaign.ended'),
];
