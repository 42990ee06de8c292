import { forbidden } from '@tributary/errors';
import { pageQuery, paginationOf, paginationSchema, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { creativeResponse, creativeView } from '../../views/creative-view.ts';

const params = z.object({ campaign_id: z.uuid() });
const query = z.strictObject(pageQuery({ defaultSize: 50, maxSize: 100 }));
const response = z.object({ creatives: z.array(creativeResponse), pagination: paginationSchema });

const listOf =
  ({ creatives, config }: Deps) =>
  async (campaignId: string, { page, per_page: perPage }: z.output<typeof query>) => {
    const found = await creatives.list(campaignId, { skip: (page - 1) * perPage, limit: perPage });
    return {
      creatives: found.creatives.map((creative) => creativeView(creative, config.publicUrl)),
      pagination: paginationOf(page, perPage, found.total),
    };
  };

export const listCreativesRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/brand/campaigns/:campaign_id/creatives',
    summary: 'A campaign’s creatives, newest first',
    allow: ['brand'],
    scope: 'campaigns:read',
    params,
    query,
    response,
    handle: async ({ params: { campaign_id: campaignId }, query: page, actor }) => {
      await deps.campaigns.getOwn(campaignId, actor.id);
      return listOf(deps)(campaignId, page);
    },
  });

export const listOfferedCreativesRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/affiliate/campaigns/:campaign_id/creatives',
    summary: 'What a member may show of a campaign, newest first',
    allow: ['affiliate'],
    scope: 'campaigns:read',
    params,
    query,
    response,
    errors: { not_a_member: 'The caller is no member of the campaign (403)' },
    handle: async ({ params: { campaign_id: campaignId }, query: page, actor }) => {
      await deps.campaigns.getVisible(campaignId);
      const membership = await deps.applications.findOpen(campaignId, actor.id);
      if (membership?.status !== 'approved') {
        throw forbidden('not_a_member', { message: 'Join the campaign to see its creatives' });
      }
      return listOf(deps)(campaignId, page);
    },
  });
