import {
  booleanText,
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { linkResponse, linkView } from '../../views/link-view.ts';

export const listLinksRoute = ({ links, campaignLists, config }: Deps) =>
  route({
    operationId: 'listLinks',
    method: 'get',
    path: '/api/affiliate/links',
    summary: 'The caller’s tracking links, newest first',
    description: 'A link of a campaign that is completed or archived is inactive.',
    allow: ['affiliate'],
    permission: 'campaigns:read',
    query: z.strictObject({
      campaign_id: z.uuid().optional(),
      active: booleanText.optional(),
      ...pageQuery({ defaultSize: 50, maxSize: 100 }),
    }),
    response: z.object({ links: z.array(linkResponse), pagination: paginationSchema }),
    handle: async ({ query, actor }) => {
      const { page, per_page: perPage, campaign_id: campaignId, active } = query;
      const campaignIds = await links.listCampaignIds(actor.id);
      const over = await campaignLists.listOver(campaignIds);
      const filter = { affiliateId: actor.id, campaignId, active, overIds: [...over] };
      const found = await links.list(filter, pageRequestOf(page, perPage));
      return {
        links: found.links.map((link) => {
          const isActive = link.active && !over.has(link.campaignId);
          return linkView({ ...link, active: isActive }, config.publicUrl);
        }),
        pagination: paginationOf(page, perPage, found.total),
      };
    },
  });
