import { pageQuery, paginationOf, paginationSchema } from '@tributary/service';
import { z } from 'zod';
import { contentTypes, type Creative, creativeFormats, creativeKinds } from '../domain/creative.ts';

export const creativeResponse = z
  .object({
    id: z.uuid(),
    campaign_id: z.uuid(),
    name: z.string(),
    kind: z.enum(creativeKinds),
    format: z.enum(creativeFormats).describe('The format of the bytes, whatever type was declared'),
    content_type: z.string(),
    size_bytes: z.int(),
    width: z.int().nullable().describe('Pixels; null for creatives that are no image'),
    height: z.int().nullable(),
    url: z.url().describe('The public address of the file; HTML is sandboxed there'),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Creative', description: 'A banner or text of a campaign' });

/** @param publicUrl the gateway's public address, without a trailing slash */
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

export const creativePageQuery = z.strictObject(pageQuery({ defaultSize: 50, maxSize: 100 }));
export const creativePageResponse = z
  .object({
    creatives: z.array(creativeResponse),
    pagination: paginationSchema,
  })
  .meta({ id: 'CreativePage', description: 'A page of creatives' });

export const creativePageView = (
  found: { readonly creatives: readonly Creative[]; readonly total: number },
  { page, per_page: perPage }: z.output<typeof creativePageQuery>,
  publicUrl: string,
): z.output<typeof creativePageResponse> => ({
  creatives: found.creatives.map((creative) => creativeView(creative, publicUrl)),
  pagination: paginationOf(page, perPage, found.total),
});
