import {
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { changeView, toChangeView } from '../../views/attribution-change.ts';

export const listAttributionChangesRoute = ({ attributionChanges }: Deps) =>
  route({
    operationId: 'listAttributionChanges',
    method: 'get',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution/changes',
    summary: 'The attribution changes of a campaign, newest first',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    shared: true,
    params: z.object({ campaign_id: z.uuid() }),
    query: z.strictObject(pageQuery({ defaultSize: 20, maxSize: 100 })),
    response: z.object({
      success: z.literal(true),
      data: z.array(changeView),
      pagination: paginationSchema,
    }),
    handle: async ({ params: { campaign_id: campaignId }, query, actor }) => {
      const { page, per_page: perPage } = query;
      const filter = { brandId: actor.id, campaignId };
      const found = await attributionChanges.list(filter, pageRequestOf(page, perPage));
      return {
        success: true,
        data: found.changes.map(toChangeView),
        pagination: paginationOf(page, perPage, found.total),
      };
    },
  });
