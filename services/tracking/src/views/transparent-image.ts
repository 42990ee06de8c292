import { type Reply, reply } from '@tributary/service';

/** One transparent point. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** An image for pages of others, which is asked for anew each time. */
export const transparentImage = (headers: Readonly<Record<string, string>> = {}): Reply =>
  reply(200, {
    body: GIF,
    headers: { 'content-type': 'image/gif', 'cache-control': 'no-store', ...headers },
  });
