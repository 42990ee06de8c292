import { campaignTypes } from '@tributary/contracts';
import { pageQuery, paginationOf, paginationSchema, route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { offerResponse, offerView } from '../../views/campaign-view.ts';
import { listOffers } from './list-offers.ts';

export const listOffersRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/affiliate/campaigns',
    summary: 'Active campaigns that the caller may join, or has joined',
    allow: ['affiliate'],
    scope: 'campaigns:read',
    query: z.strictObject({
      type: z.enum(campaignTypes).optional(),
      ...pageQuery({ defaultSize: 50, maxSize: 100 }),
    }),
    response: z.object({ campaigns: z.array(offerResponse), pagination: paginationSchema }),
    handle: async ({ query, actor }) => {
      const { page: number, per_page: perPage, type } = query;
      const page = { skip: (number - 1) * perPage, limit: perPage };
      const { offers, total } = await listOffers(deps)({ affiliateId: actor.id, type, page });
      const campaigns = offers.map(({ campaign, membership }) => offerView(campaign, membership));
      return { campaigns, pagination: paginationOf(number, perPage, total) };
    },
  });
