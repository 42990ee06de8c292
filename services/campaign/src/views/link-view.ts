import { z } from 'zod';
import { type Link } from '../domain/link.ts';

const utm = z
  .object({
    source: z.string().nullable(),
    medium: z.string().nullable(),
    campaign: z.string().nullable(),
    term: z.string().nullable(),
    content: z.string().nullable(),
  })
  .meta({ id: 'Utm', description: 'UTM parameters' });

export const linkResponse = z
  .object({
    id: z.uuid(),
    tracking_code: z.string(),
    url: z.url(),
    campaign_id: z.uuid(),
    destination_path: z.string().nullable(),
    destination_url: z.url(),
    utm,
    sub_ids: z.record(z.string(), z.string()),
    active: z.boolean(),
    tracking_number: z
      .string()
      .nullable()
      .describe('For call campaigns: the telephone number of this link (E.164)'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Link', description: 'A tracking link of an affiliate' });

/** @param publicUrl the gateway's public address, without a trailing slash */
export const linkView = (link: Link, publicUrl: string) => ({
  id: link.id,
  tracking_code: link.trackingCode,
  url: `${publicUrl}/r/${link.trackingCode}`,
  campaign_id: link.campaignId,
  destination_path: link.destinationPath,
  destination_url: link.destinationUrl,
  utm: link.utm,
  sub_ids: link.subIds,
  active: link.active,
  tracking_number: link.trackingNumber,
  created_at: link.createdAt.toISOString(),
});
