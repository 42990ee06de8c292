import { z } from 'zod';
import {
  endDate,
  pageQuery,
  paginationSchema,
  route,
  startBeforeEnd,
  startDate,
} from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { clickSchema } from '../../views/click-view.ts';
import { listClicks } from './list-clicks.ts';

const query = z
  .strictObject({
    start_date: startDate.optional(),
    end_date: endDate.optional(),
    campaign_id: z.uuid().optional(),
    link_id: z.uuid().optional(),
    ...pageQuery({ defaultSize: 50, maxSize: 100 }),
  })
  .superRefine(startBeforeEnd('start_date', 'end_date'));

export const listClicksRoute = (deps: Deps) =>
  route({
    operationId: 'listClicks',
    method: 'get',
    path: '/api/affiliate/analytics/clicks',
    summary: 'Clicks on the affiliate’s links, newest first',
    description: 'Without dates: the last 30 days.',
    allow: ['affiliate'],
    permission: 'analytics:read',
    query,
    response: z.object({ clicks: z.array(clickSchema), pagination: paginationSchema }),
    handle: ({ query: filters, actor }) =>
      listClicks(deps)({
        affiliateId: actor.id,
        start: filters.start_date,
        end: filters.end_date,
        campaignId: filters.campaign_id,
        linkId: filters.link_id,
        page: filters.page,
        perPage: filters.per_page,
      }),
  });
