import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { transparentImage } from '../../views/transparent-image.ts';
import { consentFields } from '../../workflows/call-consent.ts';
import { recordImpression } from './record-impression.ts';

export const recordImpressionRoute = (deps: Deps) => {
  const record = recordImpression(deps);
  return route({
    operationId: 'recordImpression',
    method: 'get',
    path: '/t/impression.gif',
    summary: 'Report an impression of an advertisement, by an image beside it',
    description:
      'Place the image beside the creative that leads to the tracking link. `X-Impression` states whether ' +
      'the impression counts (recorded or ignored): impressions of bots, outside the campaign’s targeting, ' +
      'or while the campaign is not active, do not. A campaign for impressions pays for each visitor’s ' +
      'first impression of a link in a day, where the visitor has our cookie already. A visitor who refused gets ' +
      'no cookie, and the impression is counted per link and minute.',
    allow: 'public',
    quiet: true,
    query: z.object({ tracking_code: z.string().regex(/^[\w-]{1,64}$/), ...consentFields }),
    errors: { link_not_found: 'There is no such link, or it is not active' },
    handle: async ({ query, request }) => {
      const recorded = await record(query.tracking_code, request);
      if (recorded === undefined) return transparentImage({ 'x-impression': 'ignored' });
      const { cookie } = recorded;
      return transparentImage({
        'x-impression': 'recorded',
        ...(cookie === undefined ? {} : { 'set-cookie': cookie }),
      });
    },
  });
};
