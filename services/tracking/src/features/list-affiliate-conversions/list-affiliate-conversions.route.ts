import { conversionStatuses } from '@tributary/contracts';
import {
  endDate,
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
  startBeforeEnd,
  startDate,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { uuidInput } from '../../domain/uuid-input.ts';
import { affiliateView, conversionPageSize, toAffiliateView } from '../../views/conversion-view.ts';

const query = z
  .strictObject({
    status: z.enum(conversionStatuses).optional(),
    campaign_id: uuidInput.optional(),
    date_from: startDate.optional(),
    date_to: endDate.optional(),
    ...pageQuery(conversionPageSize),
  })
  .superRefine(startBeforeEnd('date_from', 'date_to'));

const response = z.object({
  success: z.literal(true),
  data: z.object({ conversions: z.array(affiliateView), pagination: paginationSchema }),
});

export const listAffiliateConversionsRoute = ({ conversionLists }: Deps) =>
  route({
    operationId: 'listAffiliateConversions',
    method: 'get',
    path: '/api/affiliate/conversions',
    summary: 'The affiliate’s conversions, newest first',
    description:
      'With the affiliate’s own part of the commission: expected while pending, booked once approved.',
    allow: ['affiliate'] as const,
    permission: 'conversions:read',
    shared: true,
    query,
    response,
    handle: async ({ query: request, actor }) => {
      const { page, per_page: perPage } = request;
      const { conversions, total } = await conversionLists.list(
        { affiliateIds: actor.id },
        {
          status: request.status,
          campaignId: request.campaign_id,
          from: request.date_from,
          to: request.date_to,
        },
        pageRequestOf(page, perPage),
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
