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

export const previewCampaignAttributionRoute = (deps: Deps) =>
  route({
    operationId: 'previewCampaignAttribution',
    method: 'post',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution/preview',
    summary: 'What conversions would have paid under another model',
    description: PREVIEW_DESCRIPTION,
    allow: ['brand'] as const,
    unaudited: 'it changes nothing',
    permission: 'conversions:read',
    params: z.object({ campaign_id: z.uuid() }),
    body: z
      .strictObject({ model: z.enum(attributionModels), start_date: startDate, end_date: endDate })
      .superRefine(startBeforeEnd('start_date', 'end_date')),
    response: z.object({
      success: z.literal(true),
      data: z.object({ ...previewHead, ...modelView.shape }),
    }),
    errors: previewErrors,
    handle: async ({ params: { campaign_id: campaignId }, body, actor }) => {
      const period = { from: body.start_date, to: body.end_date };
      const { conversions, previews } = await previewAttribution(deps)({
        campaignId,
        brandId: actor.id,
        models: [body.model],
        ...period,
      });
      const [view] = previews.map(toModelView);
      return {
        success: true,
        data: { campaign_id: campaignId, period: toPeriodView(period), conversions, ...view },
      };
    },
  });
