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
    /** Unique and duplicate ones, when it was noticed. */
    clicks: z.int(),
  }),
  description: 'A link passed 100, 1,000, 10,000 … clicks; told once for each.',
});

export const conversionsPassed = defineEvent({
  type: 'milestone.conversions_passed.v1',
  topic: 'analytics.milestones',
  key: ({ campaignId }) => campaignId,
  data: z.object({ ...campaign, threshold: z.int(), conversions: z.int() }),
  description: 'A campaign passed 10, 100, 1,000 … conversions that stand; told once for each.',
});

export const revenuePassed = defineEvent({
  type: 'milestone.revenue_passed.v1',
  topic: 'analytics.milestones',
  key: ({ campaignId }) => campaignId,
  data: z.object({ ...campaign, thresholdMinor: amountMinor, revenueMinor: amountMinor, currency }),
  description:
    'A campaign’s revenue in one currency passed 100, 1,000, 10,000 … of its units; told once for each.',
});
