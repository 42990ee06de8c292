import { campaignStatuses, campaignTypes } from '@tributary/contracts';
import {
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { campaignFiguresId } from '../../domain/figures.ts';
import { campaignResponse, campaignView } from '../../views/campaign-view.ts';

export const listCampaignsRoute = ({ campaignLists, figures }: Deps) =>
  route({
    operationId: 'listCampaigns',
    method: 'get',
    path: '/api/brand/campaigns',
    summary: 'The caller’s campaigns, newest first',
    description: 'Drafts and archived campaigns are included; `status` and `type` filter.',
    allow: ['brand'],
    permission: 'campaigns:read',
    query: z.strictObject({
      status: z.enum(campaignStatuses).optional(),
      type: z.enum(campaignTypes).optional(),
      ...pageQuery({ defaultSize: 50, maxSize: 100 }),
    }),
    response: z.object({ campaigns: z.array(campaignResponse), pagination: paginationSchema }),
    handle: async ({ query, actor }) => {
      const { page, per_page: perPage, status, type } = query;
      const which = pageRequestOf(page, perPage);
      const found = await campaignLists.listOwn({ brandId: actor.id, status, type }, which);
      const sums = await figures.getMany(found.campaigns.map(({ id }) => campaignFiguresId(id)));
      const views = found.campaigns.map((campaign, index) => campaignView(campaign, sums[index]));
      return { campaigns: views, pagination: paginationOf(page, perPage, found.total) };
    },
  });
