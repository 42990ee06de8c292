import { notFound } from '@tributary/errors';
import { reply, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { contentTypes, type CreativeFormat } from '../../domain/creative.ts';

const CACHE_SECONDS = 300;

/** No scripts, no forms, no origin: a snippet cannot access the page that embeds it, nor this site. */
const HTML_POLICY = [
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
  "default-src 'none'",
  'img-src http: https:',
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  'frame-ancestors *',
].join('; ');
const FILE_POLICY = "sandbox; default-src 'none'; frame-ancestors *";

const headersOf = (format: CreativeFormat, etag: string) => ({
  'content-type': contentTypes[format],
  'content-security-policy': format === 'html' ? HTML_POLICY : FILE_POLICY,
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': `public, max-age=${String(CACHE_SECONDS)}`,
  etag,
});

export const getCreativeFileRoute = ({ creatives, campaigns }: Deps) =>
  route({
    operationId: 'getCreativeFile',
    method: 'get',
    path: '/creatives/:creative_id',
    summary: 'The file of a creative',
    description:
      'Public. HTML is sandboxed by its Content-Security-Policy, so nothing in it runs. 404 once the creative is removed or its campaign archived.',
    allow: 'public',
    anyQuery: true,
    params: z.object({ creative_id: z.uuid() }),
    quiet: true,
    handle: async ({ params: { creative_id: id }, request }) => {
      const creative = await creatives.find(id);
      const campaign = creative && (await campaigns.find(creative.campaignId));
      if (campaign === undefined || campaign.status === 'archived' || creative === undefined) {
        throw notFound('not_found', { message: 'There is no such creative' });
      }
      const etag = `"${creative.digest}"`;
      const headers = headersOf(creative.format, etag);
      if (request.headers['if-none-match'] === etag) return reply(304, { headers });
      return reply(200, { body: await creatives.getFile(id), headers });
    },
  });
