import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';

/** A redirect that was served. Clicks of bots and duplicates are labelled, not dropped. */
export const clickRow = z.object({
  clickId: id,
  occurredAt: instant,
  linkId: id,
  trackingCode: z.string(),
  campaignId: id,
  brandId: id,
  affiliateId: id,
  /** The first-party cookie's value; the visitor. */
  visitorId: z.string(),
  /** Client address; kept at most 90 days. */
  ip: z.string(),
  userAgent: z.string(),
  referrer: z.string().nullable(),
  utm: z.object({
    source: z.string().nullable(),
    medium: z.string().nullable(),
    campaign: z.string().nullable(),
    term: z.string().nullable(),
    content: z.string().nullable(),
  }),
  subIds: z.record(z.string(), z.string()),
  device: z.enum(['desktop', 'mobile', 'tablet', 'unknown']),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  country: z.string().nullable(),
  region: z.string().nullable(),
  city: z.string().nullable(),
  isBot: z.boolean(),
  /** First click of this visitor on this link on this UTC day. */
  isUnique: z.boolean(),
  /** `valid`, or why the click cannot earn. */
  validity: z.enum(['valid', 'bot', 'duplicate', 'filtered', 'inactive_campaign', 'capped']),
  /** Sec-Fetch-* and Sec-Purpose as received; evidence for fraud scoring. */
  fetchMetadata: z.record(z.string(), z.string()),
});
export type ClickRow = z.output<typeof clickRow>;

export const clickRecorded = defineEvent({
  type: 'click.recorded.v1',
  topic: 'tracking.clicks',
  key: (click) => click.linkId,
  data: clickRow,
  description: 'A visitor followed a tracking link.',
  frequent: true,
});

/**
 * A person saw a link's creative. Views by bots, and of campaigns that are not live, are not
 * published.
 */
export const impressionRow = z.object({
  impressionId: id,
  occurredAt: instant,
  linkId: id,
  campaignId: id,
  brandId: id,
  affiliateId: id,
  /** First view of this link by this visitor on this UTC day. */
  isUnique: z.boolean(),
});
export type ImpressionRow = z.output<typeof impressionRow>;

export const impressionRecorded = defineEvent({
  type: 'impression.recorded.v1',
  topic: 'tracking.clicks',
  key: (impression) => impression.linkId,
  data: impressionRow,
  description: 'A person saw an advertisement that leads to a tracking link.',
  frequent: true,
});
