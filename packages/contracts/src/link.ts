import { z } from 'zod';
import { defineEvent } from './define-event.ts';
import { id, instant } from './fields.ts';

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

export const linkCreated = defineEvent({
  type: 'link.created.v1',
  ...declaration,
  description: 'An affiliate created a tracking link.',
});
export const linkNumberAssigned = defineEvent({
  type: 'link.number_assigned.v1',
  ...declaration,
  description: 'A link of a call campaign was assigned its own phone number, or lost it.',
});
export const linkDeactivated = defineEvent({
  type: 'link.deactivated.v1',
  ...declaration,
  description: 'A link was switched off (or on again: see `active`).',
});
