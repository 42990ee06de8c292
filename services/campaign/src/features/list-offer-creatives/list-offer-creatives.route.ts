import { forbidden } from '@tributary/errors';
import { pageRequestOf, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import {
  creativePageQuery,
  creativePageResponse,
  creativePageView,
} from '../../views/creative-view.ts';

export const listOfferCreativesRoute = ({ campaigns, applications, creatives, config }: Deps) =>
  route({
    operationId: 'listOfferCreatives',
    method: 'get',
    path: '/api/affiliate/campaigns/:campaign_id/creatives',
    summary: 'The creatives of a campaign that the caller is a member of, newest first',
    description: 'With the public address of each file.',
    allow: ['affiliate'],
    permission: 'campaigns:read',
    params: z.object({ campaign_id: z.uuid() }),
    query: creativePageQuery,
    response: creativePageResponse,
    errors: { not_a_member: 'The caller is no member of the campaign (403)' },
    handle: async ({ params: { campaign_id: campaignId }, query, actor }) => {
      await campaigns.getVisible(campaignId);
      const membership = await applications.findOpen(campaignId, actor.id);
      if (membership?.status !== 'approved') {
        throw forbidden('not_a_member', { message: 'Join the campaign to see its creatives' });
      }
      const { page, per_page: limit } = query;
      const found = await creatives.list(campaignId, pageRequestOf(page, limit));
      return creativePageView(found, query, config.publicUrl);
    },
  });
