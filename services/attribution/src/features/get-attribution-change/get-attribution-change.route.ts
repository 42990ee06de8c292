import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import {
  affiliateTotalsView,
  changeErrors,
  changeParams,
  changeView,
  toAffiliateTotals,
  toChangeView,
} from '../../views/attribution-change.ts';
import { getOwnChange } from '../../workflows/own-change.ts';

const MAX_AFFILIATES = 1_000;

export const getAttributionChangeRoute = (deps: Deps) =>
  route({
    operationId: 'getAttributionChange',
    method: 'get',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution/changes/:change_id',
    summary: 'An attribution change with its progress and what it moves for each affiliate',
    description: 'Apply it once its status is `ready`, by its `fingerprint`.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    params: changeParams,
    response: z.object({
      success: z.literal(true),
      data: changeView
        .extend({
          affiliates: z
            .array(affiliateTotalsView)
            .describe('At most 1,000; the conversions of the change name all'),
        })
        .meta({
          id: 'AttributionChangeDetail',
          description: 'A change of attribution with what it moves for each affiliate',
        }),
    }),
    errors: { change_not_found: changeErrors.change_not_found },
    handle: async ({ params, actor }) => {
      const change = await getOwnChange(deps, actor.id, params);
      const affiliates = await deps.changedConversions.listAffiliates(
        change.id,
        null,
        MAX_AFFILIATES,
      );
      const data = { ...toChangeView(change), affiliates: affiliates.map(toAffiliateTotals) };
      return { success: true, data };
    },
  });
