import { createSharedReads } from '@tributary/work';
import { type Reply, reply } from './route.ts';

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Gives equal requests of an account that wait at the same moment one reply. */
export type ShareReply = (
  request: { readonly accountId: string; readonly url: string },
  handle: () => Promise<Reply>,
) => Promise<Reply>;

/** The reply with its JSON as bytes, which all responses send without a copy. */
const serialised = ({ status, headers, body }: Reply): Reply =>
  reply(status, {
    headers: { ...headers, 'content-type': JSON_TYPE },
    body: Buffer.from(JSON.stringify(body)),
  });

/** Every request is answered with what was stored when it arrived, or later. */
export function openSharedReplies(): ShareReply {
  const share = createSharedReads<Reply>();
  return ({ accountId, url }, handle) =>
    share(`${accountId} ${url}`, async () => serialised(await handle()));
}
