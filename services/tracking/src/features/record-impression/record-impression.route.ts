import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { transparentImage } from '../../views/transparent-image.ts';
import { recordImpression } from './record-impression.ts';

export const recordImpressionRoute = (deps: Deps) => {
  const record = recordImpression(deps);
  return route({
    method: 'get',
    path: '/t/impression.gif',
    summary: 'Report that an advertisement was seen, by an image beside it',
    description:
      'Put it beside the creative that leads to the tracking link. `X-Impression` tells whether it ' +
      'counts (recorded or ignored): not for bots, nor outside of the campaign’s targeting, nor while it ' +
      'is not active. A campaign for impressions pays for each visitor’s first one on a link and day.',
    allow: 'public',
    quiet: true,
    query: z.object({ tracking_code: z.string().regex(/^[\w-]{1,64}$/) }),
    errors: { link_not_found: 'There is no such link, or it leads nowhere any more' },
    handle: async ({ query, request }) => {
      const isRecorded = await record(query.tracking_code, request);
      return transparentImage({ 'x-impression': isRecorded ? 'recorded' : 'ignored' });
    },
  });
};
