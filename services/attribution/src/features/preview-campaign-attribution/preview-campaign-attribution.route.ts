import { attributionModels } from '@tributary/contracts';
import { endDate, route, startBeforeEnd, startDate } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { previewAttribution } from '../../workflows/preview-attribution.ts';
import { modelView, periodOf, periodView, toModelView } from '../../views/attribution-preview.ts';

const DESCRIPTION =
  'Credits the campaign’s conversions of a time anew, along the paths that they were assessed with, and ' +
  'changes nothing. Rejected and reversed ones are left out. Commissions are by the terms frozen with ' +
  'each conversion, before the affiliates’ tier bonuses. At most 200,000 conversions at once.';

const dates = { start_date: startDate, end_date: endDate };
const params = z.object({ campaign_id: z.uuid() });
const common = { campaign_id: z.uuid(), period: periodView, conversions: z.int() };
const errors = {
  campaign_not_found: 'There is no such campaign of this brand',
  too_many_conversions:
    '400: more than 200,000, or more than can be replayed in 25 s; ask for a shorter time',
};

export const previewAttributionRoute = (deps: Deps) =>
  route({
    method: 'post',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution/preview',
    summary: 'What conversions would have paid under another model',
    description: DESCRIPTION,
    allow: ['brand'] as const,
    scope: 'conversions:read',
    params,
    body: z
      .strictObject({ model: z.enum(attributionModels), ...dates })
      .superRefine(startBeforeEnd('start_date', 'end_date')),
    response: z.object({
      success: z.literal(true),
      data: z.object({ ...common, ...modelView.shape }),
    }),
    errors,
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
        data: { campaign_id: campaignId, period: periodOf(period), conversions, ...view },
      };
    },
  });

export const compareAttributionRoute = (deps: Deps) =>
  route({
    method: 'get',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution/comparison',
    summary: 'All six models side by side',
    description: DESCRIPTION,
    allow: ['brand'] as const,
    scope: 'conversions:read',
    params,
    query: z.strictObject(dates).superRefine(startBeforeEnd('start_date', 'end_date')),
    response: z.object({
      success: z.literal(true),
      data: z.object({ ...common, models: z.array(modelView) }),
    }),
    errors,
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
          period: periodOf(period),
          conversions,
          models: previews.map(toModelView),
        },
      };
    },
  });
