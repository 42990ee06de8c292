import { formatAmount } from '@tributary/money';
import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { amountMinor, currency, id, instant } from './fields.ts';
import { messageTo } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

const campaign = { campaignId: id, brandId: id, passedAt: instant };
const sample = {
  campaignId: sampleIds.campaignId,
  brandId: sampleIds.brandId,
  passedAt: SAMPLE_TIME,
};

export const linkClicksPassed = defineEvent({
  type: 'milestone.link_clicks_passed.v1',
  topic: 'analytics.milestones',
  key: ({ linkId }) => linkId,
  data: z.object({
    ...campaign,
    linkId: id,
    affiliateId: id,
    trackingCode: z.string().nullable(),
    /** 100, 1,000, 10,000 … */
    threshold: z.int(),
    /** Unique and duplicate clicks when the milestone was detected. */
    clicks: z.int(),
  }),
  description: 'A link passed 100, 1,000, 10,000 … clicks; published once for each.',
  sample: {
    ...sample,
    linkId: sampleIds.linkId,
    affiliateId: sampleIds.affiliateId,
    trackingCode: 'k7mq4xzt',
    threshold: 1_000,
    clicks: 1_003,
  },
  publicEvents: [
    {
      name: 'link.performance.threshold',
      category: 'Link',
      place: 4,
      description: 'A link passed 100, 1,000, 10,000 … clicks.',
      messages: (link) => [
        messageTo([link.brandId, link.affiliateId], {
          link_id: link.linkId,
          tracking_code: link.trackingCode,
          campaign_id: link.campaignId,
          affiliate_id: link.affiliateId,
          threshold: link.threshold,
          clicks: link.clicks,
          passed_at: link.passedAt,
        }),
      ],
    },
  ],
});

export const conversionsPassed = defineEvent({
  type: 'milestone.conversions_passed.v1',
  topic: 'analytics.milestones',
  key: ({ campaignId }) => campaignId,
  data: z.object({ ...campaign, threshold: z.int(), conversions: z.int() }),
  description: 'A campaign passed 10, 100, 1,000 … valid conversions; published once for each.',
  sample: { ...sample, threshold: 1_000, conversions: 1_001 },
  publicEvents: [
    {
      name: 'performance.milestone',
      category: 'Analytics',
      place: 2,
      description: 'A campaign passed 10, 100, 1,000 … conversions.',
      messages: (passed) => [
        messageTo([passed.brandId], {
          campaign_id: passed.campaignId,
          threshold: passed.threshold,
          conversions: passed.conversions,
          passed_at: passed.passedAt,
        }),
      ],
    },
  ],
});

export const revenuePassed = defineEvent({
  type: 'milestone.revenue_passed.v1',
  topic: 'analytics.milestones',
  key: ({ campaignId }) => campaignId,
  data: z.object({ ...campaign, thresholdMinor: amountMinor, revenueMinor: amountMinor, currency }),
  description:
    'A campaign’s revenue in one currency passed 100, 1,000, 10,000 … units; published once for each.',
  sample: { ...sample, thresholdMinor: 1_000_000, revenueMinor: 1_004_250, currency: 'USD' },
  publicEvents: [
    {
      name: 'revenue.threshold.reached',
      category: 'Analytics',
      place: 3,
      description: 'A campaign’s revenue passed a power of ten.',
      messages: (passed) => [
        messageTo([passed.brandId], {
          campaign_id: passed.campaignId,
          threshold: formatAmount(passed.thresholdMinor, passed.currency),
          revenue: formatAmount(passed.revenueMinor, passed.currency),
          currency: passed.currency,
          passed_at: passed.passedAt,
        }),
      ],
    },
  ],
});
