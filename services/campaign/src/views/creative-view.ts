import { z } from 'zod';
import { contentTypes, type Creative, creativeFormats, creativeKinds } from '../domain/creative.ts';

export const creativeResponse = z.object({
  id: z.uuid(),
  campaign_id: z.uuid(),
  name: z.string(),
  kind: z.enum(creativeKinds),
  format: z.enum(creativeFormats).describe('What the bytes are, whatever was said of them'),
  content_type: z.string(),
  size_bytes: z.int(),
  width: z.int().nullable().describe('Pixels; null of what is no image'),
  height: z.int().nullable(),
  url: z.url().describe('Where anybody can load it; HTML is sandboxed there'),
  created_at: z.iso.datetime(),
});

/** @param publicUrl the gateway as visitors reach it, without a trailing slash */
export const creativeView = (
  creative: Creative,
  publicUrl: string,
): z.output<typeof creativeResponse> => ({
  id: creative.id,
  campaign_id: creative.campaignId,
  name: creative.name,
  kind: creative.kind,
  format: creative.format,
  content_type: contentTypes[creative.format],
  size_bytes: creative.sizeBytes,
  width: creative.width,
  height: creative.height,
  url: `${publicUrl}/creatives/${creative.id}`,
  created_at: creative.createdAt.toISOString(),
});
