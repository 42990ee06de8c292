import { z } from 'zod';
import { type ClickDocument } from '../store/collections.ts';

const text = z.string().nullable();

/** A click as its affiliate sees it. */
export const clickSchema = z
  .object({
    id: z.uuid(),
    timestamp: z.iso.datetime(),
    link_id: z.uuid(),
    tracking_code: z.string(),
    campaign_id: z.uuid(),
    utm: z
      .object({ source: text, medium: text, campaign: text, term: text, content: text })
      .meta({ id: 'Utm', description: 'UTM parameters' }),
    referrer: text,
    device: z.string(),
    browser: text,
    os: text,
    country: text,
    region: text,
    city: text,
    is_unique: z.boolean(),
    is_bot: z.boolean(),
    consent: z
      .enum(['granted', 'denied'])
      .nullable()
      .describe(
        'null: nothing was stated. A click without consent identifies nobody and states its link and minute',
      ),
    converted: z.boolean(),
  })
  .meta({ id: 'Click', description: 'A click as its affiliate sees it' });

const noUtm = { source: null, medium: null, campaign: null, term: null, content: null };

export const clickView = (
  click: ClickDocument,
  converted: boolean,
): z.output<typeof clickSchema> => ({
  id: click._id,
  timestamp: click.occurredAt.toISOString(),
  link_id: click.linkId,
  tracking_code: click.trackingCode,
  campaign_id: click.campaignId,
  utm: { ...noUtm, ...click.utm },
  referrer: click.referrer ?? null,
  device: click.device,
  browser: click.browser ?? null,
  os: click.os ?? null,
  country: click.country ?? null,
  region: click.region ?? null,
  city: click.city ?? null,
  is_unique: click.validity === 'valid',
  is_bot: click.validity === 'bot',
  consent: click.consent?.decision ?? null,
  converted,
});
