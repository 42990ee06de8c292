/**
 * Every topic and the only service that writes to it; to a `shared` one every service writes, and its
 * owner alone reads it. How many partitions a new one gets is a setting: they bound how many instances
 * of a consumer share the work. An existing topic keeps its number, because a key is in order only in
 * one partition; `npm run tool -- topic-partitions` moves it to more.
 */
export const topicCatalog = {
  'identity.users': { owner: 'identity' },
  'identity.mails': { owner: 'identity' },
  'identity.audit': { owner: 'identity' },
  'audit.entries': { owner: 'identity', shared: true },
  'campaign.campaigns': { owner: 'campaign' },
  'campaign.links': { owner: 'campaign' },
  'campaign.applications': { owner: 'campaign' },
  'campaign.coupons': { owner: 'campaign' },
  'campaign.products': { owner: 'campaign' },
  'tracking.clicks': { owner: 'tracking', hasClicks: true },
  'tracking.click-counts': { owner: 'tracking' },
  'tracking.paid-clicks': { owner: 'tracking' },
  'tracking.announced-clicks': { owner: 'tracking' },
  'tracking.impressions': { owner: 'tracking' },
  'tracking.conversions': { owner: 'tracking' },
  'tracking.integrations': { owner: 'tracking' },
  'attribution.assessments': { owner: 'attribution' },
  'commission.commissions': { owner: 'commission' },
  'payout.payouts': { owner: 'payout' },
  'analytics.reports': { owner: 'analytics' },
  'analytics.milestones': { owner: 'analytics' },
  'webhook.endpoints': { owner: 'webhook' },
  'webhook.announcements': { owner: 'webhook' },
} as const;

export type Topic = keyof typeof topicCatalog;

export const topics = (Object.keys(topicCatalog) as Topic[]).map((name) => ({
  name,
  shared: false,
  hasClicks: false,
  ...topicCatalog[name],
}));

/** The partitions of new topics. */
export interface TopicPartitions {
  /** Of the topic of clicks, the busiest. */
  readonly clicks: number;
  /** Of each other one. */
  readonly others: number;
}
