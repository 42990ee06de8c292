import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

const { clickId, linkId, campaignId, brandId, affiliateId } = sampleIds;

/** By what a campaign for clicks or impressions decides whether it pays; absent for other campaigns. */
export const paidTraffic = z.object({
  /** `signed`: a cookie with our signature; `new`: no cookie; `unsigned`: a cookie without our signature. */
  visitor: z.enum(['signed', 'new', 'unsigned']),
  /** A keyed hash of the day and the address (of IPv6 its /64), for limits per address. */
  addressHash: z.string(),
  /** Evidence that no person made the visit, such as `embedded`; null without any. */
  doubt: z.string().nullable(),
});
export type PaidTraffic = z.output<typeof paidTraffic>;

/** The names of the signals that state a visitor's consent. */
export const consentSignals = ['consent', 'gcs', 'gcd', 'gdpr_consent'] as const;
export type ConsentSignal = (typeof consentSignals)[number];

/** Whether a person agreed to be recognised, and by what that is known. */
export const consentRecord = z.object({
  decision: z.enum(['granted', 'denied']),
  /** The signals that state it; none where it is the campaign's default. */
  by: z.array(z.enum(consentSignals)),
  /** Signals that could not be read, and so counted as absent. */
  malformed: z.array(z.enum(consentSignals)),
  /** The IAB TCF string as proof; never of a person who refused. */
  tcString: z.string().max(4_096).optional(),
});
export type ConsentRecord = z.output<typeof consentRecord>;

export const clickValidities = [
  'valid',
  'bot',
  'duplicate',
  'filtered',
  'inactive_campaign',
  'capped',
  'held_out',
] as const;
type ClickValidity = (typeof clickValidities)[number];
/** Read as any text, so that a later release may add one. */
const clickValidity = z.string() as unknown as z.ZodType<ClickValidity, ClickValidity>;

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
  validity: clickValidity,
  /** Sec-Fetch-* and Sec-Purpose as received; evidence for fraud scoring. */
  fetchMetadata: z.record(z.string(), z.string()),
  traffic: paidTraffic.optional(),
  /**
   * Absent where nothing was stated and the campaign requires no consent. A click without consent identifies
   * nobody: it states its link and minute alone.
   */
  consent: consentRecord.optional(),
});
export type ClickRow = z.output<typeof clickRow>;

/**
 * Whether a person opened a page by the click, by Fetch Metadata: images, frames and prefetches do not. Null when
 * the browser did not send it.
 */
export function opensPage({ fetchMetadata }: Pick<ClickRow, 'fetchMetadata'>): boolean | null {
  if (fetchMetadata['sec-purpose']?.includes('prefetch') === true) return false;
  const [mode, destination] = [fetchMetadata['sec-fetch-mode'], fetchMetadata['sec-fetch-dest']];
  if (mode === undefined || destination === undefined) return null;
  return mode === 'navigate' && destination === 'document';
}

export const clickRecorded = defineEvent({
  type: 'click.recorded.v1',
  topic: 'tracking.clicks',
  key: (click) => click.linkId,
  data: clickRow,
  description: 'A visitor followed a tracking link.',
  sample: {
    clickId,
    occurredAt: SAMPLE_TIME,
    linkId,
    trackingCode: 'spring24',
    campaignId,
    brandId,
    affiliateId,
    visitorId: '01975b3c-7c00-7000-8000-00000000a101',
    ip: '203.0.113.7',
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
    referrer: null,
    utm: { source: null, medium: null, campaign: null, term: null, content: null },
    subIds: {},
    device: 'mobile',
    browser: 'Safari',
    os: 'iOS',
    country: 'DE',
    region: null,
    city: null,
    isBot: false,
    isUnique: true,
    validity: 'valid',
    fetchMetadata: {},
  },
  internalBecause: 'link.clicked is published of click.announced.v1, for its subscribers alone',
  frequent: true,
});

const textOrNull = z.string().nullable();

/**
 * Clicks in a compact form: what several clicks share is listed once, and a click names it by its place in
 * the list. Only tracking writes and reads it (services/tracking/src/domain/click-batch.ts).
 */
export const clickBatch = z.object({
  /** Link, tracking code, campaign, brand and affiliate. */
  links: z.array(z.tuple([id, z.string(), id, id, id])),
  /** UTM source, medium, campaign, term and content, and the sub ids. */
  params: z.array(
    z.tuple([
      textOrNull,
      textOrNull,
      textOrNull,
      textOrNull,
      textOrNull,
      z.record(z.string(), z.string()),
    ]),
  ),
  /** User agent, device, browser, operating system, and whether it is a bot. */
  agents: z.array(
    z.tuple([z.string(), clickRow.shape.device, textOrNull, textOrNull, z.boolean()]),
  ),
  /** Country, region and city. */
  places: z.array(z.tuple([textOrNull, textOrNull, textOrNull])),
  fetchMetadata: z.array(z.record(z.string(), z.string())),
  /**
   * Id, time (ms), visitor, address, referrer and validity, then the places of link, params, agent, place and
   * Fetch Metadata, then, for a campaign that pays for clicks, its evidence. Checked where it is decoded,
   * because clicks are many.
   */
  clicks: z.array(z.unknown()).min(1).max(1_000),
  /** The consent of those clicks that have one, by their place in `clicks`. */
  consents: z.array(z.tuple([z.int().min(0), consentRecord])).optional(),
});
export type ClickBatch = z.output<typeof clickBatch>;

export const clicksRecorded = defineEvent({
  type: 'clicks.recorded.v1',
  topic: 'tracking.clicks',
  // Batches have no order among each other, and so go to all partitions.
  key: ({ clicks: [first] }) => String(Array.isArray(first) ? first[0] : ''),
  data: clickBatch,
  description: 'Visitors followed tracking links: clicks that were made durable together.',
  sample: {
    links: [[linkId, 'spring24', campaignId, brandId, affiliateId]],
    params: [[null, null, null, null, null, {}]],
    agents: [
      [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
        'mobile',
        'Safari',
        'iOS',
        false,
      ],
    ],
    places: [['DE', null, null]],
    fetchMetadata: [{}],
    clicks: [
      [
        clickId,
        Date.parse(SAMPLE_TIME),
        '01975b3c-7c00-7000-8000-00000000a101',
        '203.0.113.7',
        null,
        0,
        0,
        0,
        0,
        0,
        0,
      ],
    ],
  },
  internalBecause: 'link.clicked is the public event of clicks',
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
  traffic: paidTraffic.optional(),
});
export type ImpressionRow = z.output<typeof impressionRow>;

export const impressionRecorded = defineEvent({
  type: 'impression.recorded.v1',
  topic: 'tracking.impressions',
  key: (impression) => impression.linkId,
  data: impressionRow,
  description: 'A person saw an advertisement that leads to a tracking link.',
  sample: {
    impressionId: '01975b3c-7c00-7000-8000-000000002002',
    occurredAt: SAMPLE_TIME,
    linkId,
    campaignId,
    brandId,
    affiliateId,
    isUnique: true,
  },
  internalBecause: 'the contract names no event for it',
  frequent: true,
});
