import { conversionStatuses } from '@tributary/contracts';
import {
  endDate,
  pageRequestOf,
  route,
  startBeforeEnd,
  startDate,
  wholeNumber,
} from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { expectedOf } from '../../domain/conversion-view.ts';
import { conversionItem, conversionItemOf } from '../../views/conversion-view.ts';

const query = z
  .strictObject({
    campaign_id: z.uuid().optional(),
    status: z.enum(conversionStatuses).optional(),
    start_date: startDate.optional(),
    end_date: endDate.optional(),
    page: wholeNumber({ min: 1, max: 1_000_000 }).default(1),
    page_size: wholeNumber({ min: 1, max: 100 }).default(20),
  })
  .superRefine(startBeforeEnd('start_date', 'end_date'));

export const listCommissionConversionsRoute = (deps: Deps) =>
  route({
    operationId: 'listCommissionConversions',
    method: 'get',
    path: '/api/commissions/conversions',
    summary: 'The caller’s conversions with what they earn, newest first',
    description: 'A pending order shows the expected commission; one that earns nothing shows 0.',
    allow: ['affiliate'],
    permission: 'commissions:read',
    shared: true,
    query,
    response: z.object({
      conversions: z.array(conversionItem),
      total: z.int(),
      page: z.int(),
      page_size: z.int(),
      total_pages: z.int(),
    }),
    handle: async ({ query: filter, actor }) => {
      const { page, page_size: pageSize } = filter;
      const { found, total } = await deps.reports.listConversions({
        affiliateId: actor.id,
        campaignId: filter.campaign_id,
        status: filter.status,
        from: filter.start_date,
        to: filter.end_date,
        ...pageRequestOf(page, pageSize),
      });
      const ids = found.map(({ _id }) => _id);
      const commissions = await deps.reports.listCommissionsOf(actor.id, ids);
      const byConversion = new Map(commissions.map((one) => [one.conversionId, one]));
      return {
        conversions: found.map((view) =>
          conversionItemOf(view, {
            commission: byConversion.get(view._id),
            expected: expectedOf(view, actor.id),
          }),
        ),
        total,
        page,
        page_size: pageSize,
        total_pages: Math.ceil(total / pageSize),
      };
    },
  });
