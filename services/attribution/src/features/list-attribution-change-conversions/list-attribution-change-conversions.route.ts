import {
  pageQuery,
  pageRequestOf,
  paginationOf,
  paginationSchema,
  route,
} from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import {
  changedConversionView,
  changeErrors,
  changeParams,
  toChangedConversionView,
} from '../../views/attribution-change.ts';
import { getOwnChange } from '../../workflows/own-change.ts';

export const listAttributionChangeConversionsRoute = (deps: Deps) =>
  route({
    operationId: 'listAttributionChangeConversions',
    method: 'get',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution/changes/:change_id/conversions',
    summary: 'What an attribution change moves of each conversion, and what it skips and why',
    description:
      'The oldest conversion first. `preview` is what the change would move when it was prepared; `applied` and ' +
      '`undone` are what it and its undo moved in fact, after the refunds made since.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    params: changeParams,
    query: z.strictObject(pageQuery({ defaultSize: 50, maxSize: 500 })),
    response: z.object({
      success: z.literal(true),
      data: z.array(changedConversionView),
      pagination: paginationSchema,
    }),
    errors: { change_not_found: changeErrors.change_not_found },
    handle: async ({ params, query: { page, per_page: perPage }, actor }) => {
      const { id, preview } = await getOwnChange(deps, actor.id, params);
      const found = await deps.changedConversions.list(id, pageRequestOf(page, perPage));
      return {
        success: true,
        data: found.map(toChangedConversionView),
        pagination: paginationOf(page, perPage, preview.conversions),
      };
    },
  });
