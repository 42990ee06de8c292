import { z } from 'zod';
import { clickRow, paidTraffic } from './click.ts';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';
import { messageTo } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

const { clickId, linkId, campaignId, brandId, affiliateId } = sampleIds;
const count = z.int().min(0);

/** Clicks by kind; the kinds add up to all clicks. */
const kinds = {
  /** First clicks of a visitor on a link on a UTC day. */
  unique: count,
  duplicate: count,
  /** Clicks of bots, of inactive campaigns, beyond a cap, outside the targeting, or without consent. */
  invalid: count,
  /** Those of the invalid ones whose visitors refused to be recognised; absent where there are none. */
  withoutConsent: count.optional(),
};

/** The traits of visitors by which reports group. */
export const clickTraits = clickRow.pick({ utm: true, country: true, device: true, browser: true });
export type ClickTraits = z.output<typeof clickTraits>;

/** What clicks that can earn prove about their visitors; evidence for fraud scoring. */
const visitEvidence = z.object({
  /** Clicks whose browser stated how the page was opened. */
  described: count,
  /** Those of them that opened a page. */
  navigations: count,
  /** Clicks from an address of a listed network. */
  listed: count,
  /** Keyed hashes of the visitors whose address is public, each once. */
  visitors: z.array(z.string()),
  /** Keyed hashes of their addresses (of IPv6 the /64), each once. */
  addresses: z.array(z.string()),
});

/** An addition to the clicks of one link in one minute. */
export const clickCount = z.object({
  linkId: id,
  campaignId: id,
  brandId: id,
  affiliateId: id,
  /** The start of the UTC minute of the clicks. */
  minute: instant,
  ...kinds,
  /** The same clicks by the traits of their visitors. */
  traits: z.array(clickTraits.extend(kinds)),
  evidence: visitEvidence,
});
export type ClickCount = z.output<typeof clickCount>;

export const clicksCounted = defineEvent({
  type: 'clicks.counted.v1',
  topic: 'tracking.click-counts',
  key: ({ counts: [first] }) => first?.linkId ?? '',
  data: z.object({ counts: z.array(clickCount).min(1).max(1_000) }),
  description:
    'Clicks were stored: how many more each link has in each minute. Every click is in exactly one event.',
  sample: {
    counts: [
      {
        linkId,
        campaignId,
        brandId,
        affiliateId,
        minute: SAMPLE_TIME,
        unique: 1,
        duplicate: 0,
        invalid: 0,
        traits: [
          {
            utm: { source: null, medium: null, campaign: null, term: null, content: null },
            country: 'DE',
            device: 'mobile',
            browser: 'Safari',
            unique: 1,
            duplicate: 0,
            invalid: 0,
          },
        ],
        evidence: {
          described: 1,
          navigations: 1,
          listed: 0,
          visitors: ['m0S6BkFhXhM'],
          addresses: ['Xh0S6BkFmhM'],
        },
      },
    ],
  },
  internalBecause: 'link.clicked is the public event of clicks',
  frequent: true,
});

/** A click of a campaign that pays for clicks. */
export const paidClick = clickRow
  .pick({
    clickId: true,
    occurredAt: true,
    linkId: true,
    campaignId: true,
    brandId: true,
    affiliateId: true,
    isUnique: true,
    validity: true,
  })
  .extend({ traffic: paidTraffic });
export type PaidClick = z.output<typeof paidClick>;

export const paidClicksRecorded = defineEvent({
  type: 'paid_clicks.recorded.v1',
  topic: 'tracking.paid-clicks',
  key: ({ clicks: [first] }) => first?.linkId ?? '',
  data: z.object({ clicks: z.array(paidClick).min(1).max(1_000) }),
  description: 'Visitors followed links of campaigns that pay for clicks.',
  sample: {
    clicks: [
      {
        clickId,
        occurredAt: SAMPLE_TIME,
        linkId,
        campaignId,
        brandId,
        affiliateId,
        isUnique: true,
        validity: 'valid',
        traffic: { visitor: 'signed', addressHash: 'm0S6BkFhXhMm0S6BkFhXhM', doubt: null },
      },
    ],
  },
  internalBecause: 'link.clicked is the public event of clicks',
  frequent: true,
});

/** A click as its subscribers receive it. */
const announcedClick = clickRow.pick({
  clickId: true,
  occurredAt: true,
  linkId: true,
  trackingCode: true,
  campaignId: true,
  brandId: true,
  affiliateId: true,
  country: true,
  device: true,
  browser: true,
  isUnique: true,
  isBot: true,
});

export const clickAnnounced = defineEvent({
  type: 'click.announced.v1',
  topic: 'tracking.announced-clicks',
  key: (click) => click.linkId,
  data: announcedClick,
  description: 'A visitor followed a link of an account that subscribes to clicks.',
  sample: {
    clickId,
    occurredAt: SAMPLE_TIME,
    linkId,
    trackingCode: 'spring24',
    campaignId,
    brandId,
    affiliateId,
    country: 'DE',
    device: 'mobile',
    browser: 'Safari',
    isUnique: true,
    isBot: false,
  },
  publicEvents: [
    {
      name: 'link.clicked',
      category: 'Link',
      place: 2,
      description: 'A visitor followed a tracking link.',
      messages: (click) => [
        messageTo([click.brandId, click.affiliateId], {
          click_id: click.clickId,
          link_id: click.linkId,
          tracking_code: click.trackingCode,
          campaign_id: click.campaignId,
          affiliate_id: click.affiliateId,
          country: click.country,
          device: click.device,
          browser: click.browser,
          is_unique: click.isUnique,
          is_bot: click.isBot,
          clicked_at: click.occurredAt,
        }),
      ],
    },
  ],
  frequent: true,
});
