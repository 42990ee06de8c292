import {
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { changeErrors, changeView, toChangeView } from '../../views/attribution-change.ts';
import { getOwnSettings } from '../../workflows/own-campaign.ts';

export const listAttributionChangesRoute = (deps: Deps) =>
  route({
    operationId: 'listAttributionChanges',
    method: 'get',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution/changes',
    summary: 'The attribution changes of a campaign, newest first',
    description: 'With the progress and counts of each.',
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
    errors: { campaign_not_found: changeErrors.campaign_not_found },
    handle: async ({ params: { campaign_id: campaignId }, query, actor }) => {
      await getOwnSettings(deps)(campaignId, actor.id);
      const { page, per_page: perPage } = query;
      const filter = { brandId: actor.id, campaignId };
      const found = await deps.attributionChanges.list(filter, pageRequestOf(page, perPage));
      return {
        success: true,
        data: found.changes.map(toChangeView),
        pagination: paginationOf(page, perPage, found.total),
      };
    },
  });
