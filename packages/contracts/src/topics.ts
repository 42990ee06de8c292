/**
 * Every topic and the only service that writes to it; to a `shared` one every service writes, and its
 * owner alone reads it. Partitions bound how many instances of a
 * consumer can share the work. They can be raised, but a key stays in order only while their number
 * stays the same.
 */
export const topicCatalog = {
  'identity.users': { owner: 'identity', partitions: 3 },
  'identity.mails': { owner: 'identity', partitions: 3 },
  'identity.audit': { owner: 'identity', partitions: 1 },
  'audit.entries': { owner: 'identity', partitions: 3, shared: true },
  'campaign.campaigns': { owner: 'campaign', partitions: 3 },
  'campaign.links': { owner: 'campaign', partitions: 3 },
  'campaign.applications': { owner: 'campaign', partitions: 3 },
  'campaign.coupons': { owner: 'campaign', partitions: 3 },
  'campaign.products': { owner: 'campaign', partitions: 1 },
  'tracking.clicks': { owner: 'tracking', partitions: 6 },
  'tracking.click-counts': { owner: 'tracking', partitions: 3 },
  'tracking.paid-clicks': { owner: 'tracking', partitions: 3 },
  'tracking.announced-clicks': { owner: 'tracking', partitions: 3 },
  'tracking.impressions': { owner: 'tracking', partitions: 3 },
  'tracking.conversions': { owner: 'tracking', partitions: 6 },
  'tracking.integrations': { owner: 'tracking', partitions: 3 },
  'attribution.assessments': { owner: 'attribution', partitions: 6 },
  'commission.commissions': { owner: 'commission', partitions: 6 },
  'payout.payouts': { owner: 'payout', partitions: 3 },
  'analytics.reports': { owner: 'analytics', partitions: 3 },
  'analytics.milestones': { owner: 'analytics', partitions: 1 },
  'webhook.endpoints': { owner: 'webhook', partitions: 3 },
  'webhook.announcements': { owner: 'webhook', partitions: 1 },
} as const;

export type Topic = keyof typeof topicCatalog;

export const topics = (Object.keys(topicCatalog) as Topic[]).map((name) => ({
  name,
  shared: false,
  ...topicCatalog[name],
}));
