import { z } from 'zod';
import { given, limit, reading, take, type Tool } from '../tool.ts';

const id = (what: string) => z.uuid().describe(`The id of the ${what}`);
const campaignId = z.uuid().optional().describe('Of this campaign alone');
const date = (what: string) => z.iso.date().optional().describe(what);

const campaigns: readonly Tool[] = [
  reading({
    name: 'list_campaigns',
    title: 'Campaigns of the brand',
    description: 'The campaigns of a brand: name, state, commission, caps, budget.',
    input: {
      status: z.enum(['draft', 'active', 'paused', 'completed', 'archived']).optional(),
      limit,
    },
    call: (api, { limit: count, ...query }) => take(api.campaigns.list(given(query)), count),
  }),
  reading({
    name: 'get_campaign_performance',
    title: 'Figures of a campaign',
    description: 'Clicks, orders, revenue and commission of a campaign of the brand in a period.',
    input: {
      campaign_id: id('campaign'),
      start_date: date('The first day'),
      end_date: date('The last day'),
    },
    call: (api, { campaign_id, ...query }) =>
      api.campaigns.getPerformance(campaign_id, given(query)),
  }),
  reading({
    name: 'list_offers',
    title: 'Campaigns that an affiliate can see',
    description: 'The campaigns that an affiliate may promote, with the own membership.',
    input: { limit },
    call: (api, { limit: count }) => take(api.offers.list(), count),
  }),
  reading({
    name: 'list_links',
    title: 'Links of the affiliate',
    description: 'The tracking links of an affiliate.',
    input: { campaign_id: campaignId, limit },
    call: (api, { limit: count, ...query }) => take(api.links.list(given(query)), count),
  }),
];

const status = z.enum(['pending', 'approved', 'rejected', 'reversed']).optional();

const orders: readonly Tool[] = [
  reading({
    name: 'list_conversions',
    title: 'Orders of the brand',
    description: 'The orders of a brand, with affiliate, value, commission, state and fraud score.',
    input: { status, campaign_id: campaignId, limit },
    call: (api, { limit: count, ...query }) => take(api.brandConversions.list(given(query)), count),
  }),
  reading({
    name: 'explain_conversion',
    title: 'Why an order was credited and scored so',
    description:
      'Which clicks share an order of the brand by which model, and which signs of fraud were found.',
    input: { conversion_id: id('conversion') },
    call: (api, { conversion_id }) => api.conversions.getExplanation(conversion_id),
  }),
  reading({
    name: 'list_own_conversions',
    title: 'Orders of the affiliate',
    description: 'The orders that an affiliate brought.',
    input: { status, limit },
    call: (api, { limit: count, ...query }) =>
      take(api.affiliateConversions.list(given(query)), count),
  }),
  reading({
    name: 'list_clicks',
    title: 'Clicks of the affiliate',
    description: 'The clicks on the links of an affiliate, to find a single click.',
    input: { limit },
    call: (api, { limit: count }) => take(api.clicks.list(), count),
  }),
];

const amounts: readonly Tool[] = [
  reading({
    name: 'list_commissions',
    title: 'Commissions of the affiliate',
    description: 'The commissions of an affiliate with order, amount and state.',
    input: { campaign_id: campaignId, limit },
    call: (api, { limit: count, ...query }) => take(api.commissions.list(given(query)), count),
  }),
  reading({
    name: 'explain_commission',
    title: 'Explain a commission',
    description:
      'Where each cent of a commission came from and went: clicks and weights, order, review, rule, tier, rates, refunds, payouts, bookings.',
    input: { commission_id: id('commission') },
    call: (api, { commission_id }) => api.commissions.trace(commission_id),
  }),
  reading({
    name: 'get_balance',
    title: 'Balance of the affiliate',
    description: 'What an affiliate has earned, and what can be paid out.',
    input: {},
    call: async (api) => (await api.payouts.getBalance()).balance,
  }),
  reading({
    name: 'list_payouts',
    title: 'Payouts of the affiliate',
    description: 'The payouts of an affiliate with their state.',
    input: { limit },
    call: (api, { limit: count }) => take(api.payouts.list(), count),
  }),
];

const setUp: readonly Tool[] = [
  reading({
    name: 'check_install',
    title: 'Whether the shop is connected',
    description: 'Whether the first click and the first order of the brand’s shop have arrived.',
    input: { campaign_id: campaignId },
    call: async (api, query) => (await api.tracking.checkInstall(given(query))).data,
  }),
  reading({
    name: 'get_tracking_health',
    title: 'Whether clicks and orders arrive as expected',
    description: 'Clicks, orders with and without a click by day and browser, and alarms.',
    input: { days: z.int().min(3).max(30).default(14).describe('How many days') },
    call: async (api, query) => (await api.tracking.getHealth(query)).data,
  }),
  reading({
    name: 'list_webhook_endpoints',
    title: 'Webhook endpoints',
    description: 'The addresses that get webhooks, and how many attempts failed.',
    input: {},
    call: async (api) => (await api.webhookEndpoints.list()).data.endpoints,
  }),
  reading({
    name: 'list_webhook_deliveries',
    title: 'Messages to a webhook endpoint',
    description: 'The messages to an endpoint with their attempts and what it answered.',
    input: {
      endpoint_id: id('endpoint'),
      status: z.enum(['success', 'failed', 'retrying']).optional(),
      limit,
    },
    call: (api, { endpoint_id, limit: count, ...query }) =>
      take(api.webhookDeliveries.list(endpoint_id, given(query)), count),
  }),
];

export const readingTools: readonly Tool[] = [...campaigns, ...orders, ...amounts, ...setUp];
