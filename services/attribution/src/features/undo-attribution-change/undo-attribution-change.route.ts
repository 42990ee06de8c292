import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import {
  changeErrors,
  changeParams,
  changeView,
  toChangeView,
} from '../../views/attribution-change.ts';
import { undoAttributionChange } from './undo-attribution-change.ts';

export const undoAttributionChangeRoute = (deps: Deps) =>
  route({
    operationId: 'undoAttributionChange',
    method: 'post',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution/changes/:change_id/undo',
    summary: 'Takes an applied switch of the attribution model back',
    description:
      'Restores in the background what every commission would be without the change, refunds since included; `status` ' +
      'becomes `undone`. What was paid of the change’s commissions is owed back. The undo has an id of its own in the ' +
      'ledger. Repeated, it answers the same. An undone change is not applied again.',
    allow: ['brand'] as const,
    permission: 'conversions:write',
    idempotent: true,
    status: 202,
    params: changeParams,
    response: z.object({ success: z.literal(true), data: changeView }),
    errors: {
      change_not_found: changeErrors.change_not_found,
      change_not_applied: '409: the change is not applied yet',
      later_change_applied:
        '409: a later change of the same period is in force; undo that one first',
      change_in_progress: '409: another change of this campaign is being applied or undone',
    },
    handle: async ({ params, actor }) => {
      const change = await undoAttributionChange(deps)(actor, params);
      return { success: true, data: toChangeView(change) };
    },
  });
