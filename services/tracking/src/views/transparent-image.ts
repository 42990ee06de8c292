import { type Reply, reply } from '@tributary/service';

/** A GIF of one transparent pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** An image for pages of other sites, which browsers must not cache. */
export const transparentImage = (headers: Readonly<Record<string, string>> = {}): Reply =>
  reply(200, {
    body: GIF,
    headers: { 'content-type': 'image/gif', 'cache-control': 'no-store', ...headers },
  });
