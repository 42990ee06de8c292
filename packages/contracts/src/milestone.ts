import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { amountMinor, currency, id, instant } from './fields.ts';

const campaign = { campaignId: id, brandId: id, passedAt: instant };

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
});

export const conversionsPassed = defineEvent({
  type: 'milestone.conversions_passed.v1',
  topic: 'analytics.milestones',
  key: ({ campaignId }) => campaignId,
  data: z.object({ ...campaign, threshold: z.int(), conversions: z.int() }),
  description: 'A campaign passed 10, 100, 1,000 … valid conversions; published once for each.',
});

export const revenuePassed = defineEvent({
  type: 'milestone.revenue_passed.v1',
  topic: 'analytics.milestones',
  key: ({ campaignId }) => campaignId,
  data: z.object({ ...campaign, thresholdMinor: amountMinor, revenueMinor: amountMinor, currency }),
  description:
    'A campaign’s revenue in one currency passed 100, 1,000, 10,000 … units; published once for each.',
});
