import { attributionModels } from '@tributary/contracts';
import { endDate, route, startBeforeEnd, startDate } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import {
  modelView,
  PREVIEW_DESCRIPTION,
  previewErrors,
  previewHead,
  toModelView,
  toPeriodView,
} from '../../views/attribution-preview.ts';
import { previewAttribution } from '../../workflows/preview-attribution.ts';

export const compareAttributionModelsRoute = (deps: Deps) =>
  route({
    operationId: 'compareAttributionModels',
    method: 'get',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution/comparison',
    summary: 'All six models side by side',
    description: PREVIEW_DESCRIPTION,
    allow: ['brand'] as const,
    permission: 'conversions:read',
    params: z.object({ campaign_id: z.uuid() }),
    query: z
      .strictObject({ start_date: startDate, end_date: endDate })
      .superRefine(startBeforeEnd('start_date', 'end_date')),
    response: z.object({
      success: z.literal(true),
      data: z.object({ ...previewHead, models: z.array(modelView) }),
    }),
    errors: previewErrors,
    handle: async ({ params: { campaign_id: campaignId }, query, actor }) => {
      const period = { from: query.start_date, to: query.end_date };
      const { conversions, previews } = await previewAttribution(deps)({
        campaignId,
        brandId: actor.id,
        models: attributionModels,
        ...period,
      });
      return {
        success: true,
        data: {
          campaign_id: campaignId,
          period: toPeriodView(period),
          conversions,
          models: previews.map(toModelView),
        },
      };
    },
  });
