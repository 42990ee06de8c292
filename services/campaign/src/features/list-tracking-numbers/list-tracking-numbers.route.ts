import {
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { trackingNumberResponse, trackingNumberView } from '../../views/tracking-number-view.ts';

export const listTrackingNumbersRoute = ({ campaigns, trackingNumbers }: Deps) =>
  route({
    operationId: 'listTrackingNumbers',
    method: 'get',
    path: '/api/brand/campaigns/:campaign_id/numbers',
    summary: 'A call campaign’s telephone numbers, newest first',
    description: 'With the link that each is assigned to.',
    allow: ['brand'],
    permission: 'campaigns:read',
    params: z.object({ campaign_id: z.uuid() }),
    query: z.strictObject(pageQuery({ defaultSize: 50, maxSize: 100 })),
    response: z.object({ numbers: z.array(trackingNumberResponse), pagination: paginationSchema }),
    handle: async ({ params: { campaign_id: campaignId }, query, actor }) => {
      await campaigns.getOwn(campaignId, actor.id);
      const { page, per_page: perPage } = query;
      const which = pageRequestOf(page, perPage);
      const found = await trackingNumbers.list(campaignId, which);
      return {
        numbers: found.numbers.map(trackingNumberView),
        pagination: paginationOf(page, perPage, found.total),
      };
    },
  });
