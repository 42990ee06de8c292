import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';
import { messageTo } from './public-event.ts';
import { SAMPLE_TIME, sampleIds } from './sample-ids.ts';

/** A tracking link as the redirect needs it. */
export const linkSnapshot = z.object({
  linkId: id,
  trackingCode: z.string(),
  campaignId: id,
  brandId: id,
  affiliateId: id,
  /** Absolute landing URL with the link's own UTM parameters and sub ids. */
  destinationUrl: z.string(),
  subIds: z.record(z.string(), z.string()),
  active: z.boolean(),
  /** The phone number (E.164) that belongs to this link alone, where it has one. */
  trackingNumber: z.string().nullable().optional(),
  createdAt: instant,
});
export type LinkSnapshot = z.output<typeof linkSnapshot>;

const declaration = {
  topic: 'campaign.links',
  key: (link: LinkSnapshot) => link.linkId,
  data: linkSnapshot,
} as const;

const sample: LinkSnapshot = {
  linkId: sampleIds.linkId,
  trackingCode: 'spring24',
  campaignId: sampleIds.campaignId,
  brandId: sampleIds.brandId,
  affiliateId: sampleIds.affiliateId,
  destinationUrl: 'https://shop.example.com/spring',
  subIds: {},
  active: true,
  createdAt: SAMPLE_TIME,
};

const messages = (link: LinkSnapshot) => [
  messageTo([link.brandId, link.affiliateId], {
    link_id: link.linkId,
    tracking_code: link.trackingCode,
    campaign_id: link.campaignId,
    affiliate_id: link.affiliateId,
    destination_url: link.destinationUrl,
    active: link.active,
    created_at: link.createdAt,
  }),
];

export const linkCreated = defineEvent({
  type: 'link.created.v1',
  ...declaration,
  description: 'An affiliate created a tracking link.',
  sample,
  publicEvents: [
    {
      name: 'link.created',
      category: 'Link',
      place: 1,
      description: 'An affiliate made a tracking link.',
      messages,
    },
  ],
});
export const linkNumberAssigned = defineEvent({
  type: 'link.number_assigned.v1',
  ...declaration,
  description: 'A link of a call campaign was assigned its own phone number, or lost it.',
  sample: { ...sample, trackingNumber: '+4930901820' },
  internalBecause: 'the contract names no event for it',
});
export const linkDeactivated = defineEvent({
  type: 'link.deactivated.v1',
  ...declaration,
  description: 'A link was switched off (or on again: see `active`).',
  sample: { ...sample, active: false },
  publicEvents: [
    {
      name: 'link.deactivated',
      category: 'Link',
      place: 3,
      description: 'A tracking link was switched off.',
      messages: (link) => (link.active ? [] : messages(link)),
    },
  ],
});
