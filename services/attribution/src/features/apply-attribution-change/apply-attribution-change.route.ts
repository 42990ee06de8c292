import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { requirePro } from '../../domain/attribution-change.ts';
import {
  changeErrors,
  changeParams,
  changeView,
  toChangeView,
} from '../../views/attribution-change.ts';
import { applyAttributionChange } from './apply-attribution-change.ts';

export const applyAttributionChangeRoute = (deps: Deps) =>
  route({
    operationId: 'applyAttributionChange',
    method: 'post',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution/changes/:change_id/apply',
    summary: 'Applies a previewed switch of the attribution model (Pro tier or higher)',
    description:
      'Books the change in the background, in batches; `status` becomes `applied`. Who gets less is lowered where ' +
      'nothing is paid or reserved, and owes back the rest; who gets more gets a further commission. Payouts under way ' +
      'stay as they are. Each affected affiliate gets one notification. Repeated, it answers the same.',
    allow: ['brand'] as const,
    permission: 'conversions:write',
    idempotent: true,
    status: 202,
    params: changeParams,
    body: z.strictObject({
      fingerprint: z.string().max(100).describe('Of the preview that is to be applied'),
    }),
    response: z.object({ success: z.literal(true), data: changeView }),
    errors: {
      change_not_found: changeErrors.change_not_found,
      plan_required: '403: changes need the Pro tier or higher',
      change_not_ready: '409: the preview is still being computed',
      fingerprint_mismatch: '409: the fingerprint is not that of the preview',
      terms_changed:
        '409: the campaign’s settings, terms or changes moved on since the preview; create a new change',
      change_undone: '409: the change was undone; create a new one',
      change_in_progress: '409: another change of this campaign is being applied or undone',
    },
    handle: async ({ params, body: { fingerprint }, actor }) => {
      requirePro(actor);
      const change = await applyAttributionChange(deps)(actor, params, fingerprint);
      return { success: true, data: toChangeView(change) };
    },
  });
