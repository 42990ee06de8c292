import { randomUUID } from 'node:crypto';
import { follow, post, refund, reportByPixel } from '../client.ts';
import { aCampaign, as, buy, decide, join, type Step } from './scenario.ts';

const MANY = 10;
const tier = { bonus_percent: 0, min_revenue: 0 };

/** A conversion is tracked, reviewed, disputed and refunded. */
const conversions: readonly Step[] = [
  {
    operation: 'POST /api/track/conversion',
    publishes: ['conversion.tracked'],
    notifies: ['brand', 'affiliate'],
    run: async (scenario) => {
      const { conversionId } = await buy(scenario, '120.00');
      scenario.made.conversionId = conversionId;
      return conversionId;
    },
  },
  {
    operation: 'POST /api/track/conversion, of an order that the pixel had reported',
    publishes: ['conversion.replaced'],
    notifies: ['brand', 'affiliate'],
    run: async (scenario) => {
      const { client } = scenario;
      const campaign = { ...aCampaign, name: 'Pixel', status: 'active', pixel_enabled: true };
      const { id } = await as(scenario, 'brand')('POST', '/api/brand/campaigns', campaign);
      const click = await follow(client, await join(scenario, 'affiliate', id));
      const orderId = `order-${randomUUID()}`;
      await reportByPixel(client, { click, orderId, value: '0.01' });
      return post(client, click, orderId, '75.00');
    },
  },
  {
    operation: 'PUT /api/brand/conversions/{id}/review {decision: approved}, without a hold',
    publishes: ['conversion.approved', 'commission.created', 'commission.approved'],
    notifies: ['brand', 'affiliate'],
    run: (scenario) => decide(scenario, scenario.made.conversionId, 'approved'),
  },
  {
    operation:
      'PUT /api/brand/conversions/{id}/review {decision: approved}, as the affiliate sees it',
    publishes: ['commission.earned'],
    notifies: ['affiliate'],
    run: async (scenario) => {
      const { conversionId } = await buy(scenario, '90.00');
      return decide(scenario, conversionId, 'approved');
    },
  },
  {
    operation:
      'PUT /api/brand/conversions/{id}/review {decision: approved}, with a hold of 14 days',
    publishes: ['commission.pending'],
    notifies: ['brand', 'affiliate'],
    run: async (scenario) => {
      const commission = { ...aCampaign.commission, hold_days: 14 };
      const held = { ...aCampaign, name: 'With a hold', status: 'active', commission };
      const { id } = await as(scenario, 'brand')('POST', '/api/brand/campaigns', held);
      const { conversionId } = await buy(scenario, '50.00', await join(scenario, 'affiliate', id));
      return decide(scenario, conversionId, 'approved');
    },
  },
  {
    operation: 'PUT /api/brand/conversions/{id}/review {decision: rejected}',
    publishes: ['conversion.rejected'],
    notifies: ['brand', 'affiliate'],
    run: async (scenario) => {
      const { conversionId } = await buy(scenario, '80.00');
      scenario.made.rejectedId = conversionId;
      return decide(scenario, conversionId, 'rejected');
    },
  },
  {
    operation: 'POST /api/affiliate/conversions/{id}/dispute',
    publishes: ['conversion.disputed'],
    notifies: ['brand', 'affiliate'],
    run: async (scenario) => {
      const path = `/api/affiliate/conversions/${scenario.made.rejectedId}/dispute`;
      await as(scenario, 'affiliate')('POST', path, { reason: 'The order was paid' });
      return scenario.made.rejectedId;
    },
  },
  {
    operation: 'POST /api/affiliate/claims',
    publishes: ['claim.received'],
    notifies: ['brand', 'affiliate'],
    run: async (scenario) => {
      const { data } = await as(scenario, 'affiliate')('POST', '/api/affiliate/claims', {
        campaign_id: scenario.made.campaignId,
        order_id: `missing-${randomUUID()}`,
        ordered_at: new Date().toISOString(),
        order_value: '45.00',
        tracking_code: scenario.made.trackingCode,
      });
      scenario.made.claimId = data.id;
      return data.id;
    },
  },
  {
    operation: 'PUT /api/brand/claims/{id}/decision',
    publishes: ['claim.decided'],
    notifies: ['brand', 'affiliate'],
    run: async (scenario) => {
      const { claimId } = scenario.made;
      const path = `/api/brand/claims/${claimId}/decision`;
      await as(scenario, 'brand')('PUT', path, { decision: 'accepted' });
      return claimId;
    },
  },
  {
    operation: 'POST /api/track/adjustment {adjustment_type: partial_refund}',
    publishes: ['commission.adjusted'],
    notifies: ['brand', 'affiliate'],
    run: async (scenario) => {
      const { orderId, conversionId } = await buy(scenario, '70.00');
      await decide(scenario, conversionId, 'approved');
      const call = refund(orderId, 'partial_refund', '20.00');
      await scenario.client.must('POST', '/api/track/adjustment', call);
      return conversionId;
    },
  },
];

/** Events of several conversions together. */
const sums: readonly Step[] = [
  {
    operation: `POST /api/track/conversion, ${String(MANY)} orders of 1000.00`,
    publishes: ['performance.milestone', 'revenue.threshold.reached'],
    notifies: ['brand'],
    run: async (scenario) => {
      for (let orders = 0; orders < MANY; orders += 1) await buy(scenario, '1000.00');
      return scenario.made.campaignId;
    },
  },
  {
    operation: 'POST /api/brand/conversions/bulk-review',
    publishes: ['commission.bulk_updated'],
    notifies: ['brand'],
    run: async (scenario) => {
      const bought = [await buy(scenario, '30.00'), await buy(scenario, '40.00')];
      await as(scenario, 'brand')('POST', '/api/brand/conversions/bulk-review', {
        conversion_ids: bought.map(({ conversionId }) => conversionId),
        decision: 'approved',
      });
      return scenario.people.brand.id;
    },
  },
  {
    operation: 'PUT /api/commission-tiers/campaigns/{id}, and an approval that reaches the second',
    publishes: ['affiliate.tier.changed'],
    notifies: ['brand', 'affiliate'],
    run: async (scenario) => {
      await as(scenario, 'brand')(
        'PUT',
        `/api/commission-tiers/campaigns/${scenario.made.campaignId}`,
        {
          tiers: [
            { ...tier, name: 'Bronze', min_conversions: 0 },
            { ...tier, name: 'Silver', min_conversions: 1 },
          ],
        },
      );
      const { conversionId } = await buy(scenario, '60.00');
      await decide(scenario, conversionId, 'approved');
      return scenario.made.campaignId;
    },
  },
  {
    operation:
      'GET /api/affiliate-reports/export?format=pdf, of more rows than are written at once',
    publishes: ['analytics.report.ready'],
    notifies: ['affiliate'],
    run: async (scenario) => {
      const path = '/api/affiliate-reports/export?format=pdf&kind=time_of_day';
      const { report_id: reportId } = await as(scenario, 'affiliate')('GET', path);
      return reportId;
    },
  },
];

export const conversionSteps: readonly Step[] = [...conversions, ...sums];
