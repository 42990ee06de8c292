import { conversionStatuses } from '@tributary/contracts';
import {
  endDate,
  pageQuery,
  paginationOf,
  paginationSchema,
  route,
  startBeforeEnd,
  startDate,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { givenId } from '../../domain/uuid-input.ts';
import { affiliateView, toAffiliateView } from '../../views/conversion-view.ts';

export const pageSize = { defaultSize: 50, maxSize: 100 };

const query = z
  .strictObject({
    status: z.enum(conversionStatuses).optional(),
    campaign_id: givenId.optional(),
    date_from: startDate.optional(),
    date_to: endDate.optional(),
    ...pageQuery(pageSize),
  })
  .superRefine(startBeforeEnd('date_from', 'date_to'));

const response = z.object({
  success: z.literal(true),
  data: z.object({ conversions: z.array(affiliateView), pagination: paginationSchema }),
});

export const listAffiliateConversionsRoute = ({ conversionLists }: Deps) =>
  route({
    method: 'get',
    path: '/api/affiliate/conversions',
    summary: 'The affiliate’s conversions, newest first',
    allow: ['affiliate'] as const,
    scope: 'conversions:read',
    query,
    response,
    handle: async ({ query: asked, actor }) => {
      const { page, per_page: perPage } = asked;
      const { conversions, total } = await conversionLists.list(
        { affiliateIds: actor.id },
        {
          status: asked.status,
          campaignId: asked.campaign_id,
          from: asked.date_from,
          to: asked.date_to,
        },
        { skip: (page - 1) * perPage, limit: perPage },
      );
      return {
        success: true,
        data: {
          conversions: conversions.map((conversion) => toAffiliateView(conversion, actor.id)),
          pagination: paginationOf(page, perPage, total),
        },
      };
    },
  });
