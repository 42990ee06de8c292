import { attributionModels } from '@tributary/contracts';
import { endDate, route, startBeforeEnd, startDate } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { requirePro } from '../../domain/attribution-change.ts';
import { changeErrors, changeView, toChangeView } from '../../views/attribution-change.ts';
import { createAttributionChange } from './create-attribution-change.ts';

export const createAttributionChangeRoute = (deps: Deps) =>
  route({
    operationId: 'createAttributionChange',
    method: 'post',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution/changes',
    summary: 'Prepares a switch of the attribution model over a past period (Pro tier or higher)',
    description:
      'Computes in the background what each booked conversion of the period would pay under another model: the ' +
      'answer’s `status` becomes `ready`. Nothing moves until the change is applied; without that it is deleted after 30 ' +
      'days. The commissions of a conversion keep their sum: a change moves it between affiliates. ' +
      'Conversions that are not approved yet keep their credit.',
    allow: ['brand'] as const,
    permission: 'conversions:write',
    idempotent: true,
    status: 202,
    params: z.object({ campaign_id: z.uuid() }),
    body: z
      .strictObject({ model: z.enum(attributionModels), start_date: startDate, end_date: endDate })
      .superRefine(startBeforeEnd('start_date', 'end_date'))
      .meta({
        examples: [{ model: 'linear', start_date: '2026-05-01', end_date: '2026-05-31' }],
      }),
    response: z.object({ success: z.literal(true), data: changeView }),
    errors: {
      campaign_not_found: changeErrors.campaign_not_found,
      plan_required: '403: changes need the Pro tier or higher',
      too_many_changes: '409: 20 changes of the brand wait to be applied',
    },
    handle: async ({ params: { campaign_id: campaignId }, body, actor }) => {
      requirePro(actor);
      const change = await createAttributionChange(deps)({
        brandId: actor.id,
        memberId: actor.memberId,
        campaignId,
        model: body.model,
        from: body.start_date,
        to: body.end_date,
      });
      return { success: true, data: toChangeView(change) };
    },
  });
