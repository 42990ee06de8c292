import { pageRequestOf, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import {
  creativePageQuery,
  creativePageResponse,
  creativePageView,
} from '../../views/creative-view.ts';

export const listCreativesRoute = ({ campaigns, creatives, config }: Deps) =>
  route({
    operationId: 'listCreatives',
    method: 'get',
    path: '/api/brand/campaigns/:campaign_id/creatives',
    summary: 'A campaign’s creatives, newest first',
    description: 'With the public address of each file.',
    allow: ['brand'],
    permission: 'campaigns:read',
    params: z.object({ campaign_id: z.uuid() }),
    query: creativePageQuery,
    response: creativePageResponse,
    handle: async ({ params: { campaign_id: campaignId }, query, actor }) => {
      await campaigns.getOwn(campaignId, actor.id);
      const { page, per_page: limit } = query;
      const found = await creatives.list(campaignId, pageRequestOf(page, limit));
      return creativePageView(found, query, config.publicUrl);
    },
  });
