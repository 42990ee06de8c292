import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import {
  claimSettingsView,
  decisionDays,
  toClaimSettings,
} from '../../views/claim-settings-view.ts';

/** Sets how long a brand may take to decide claims from now on. */
const updateClaimSettings =
  ({ transaction }: Pick<Deps, 'transaction'>) =>
  (brandId: string, days: number | null): Promise<void> =>
    transaction(async ({ claimSettings }) => {
      const before = { decisionDays: await claimSettings.findDecisionDays(brandId) };
      await claimSettings.setDecisionDays(brandId, days);
      recordChange({ kind: 'claim_settings', id: brandId, before, after: { decisionDays: days } });
    });

export const updateClaimSettingsRoute = (deps: Deps) => {
  const update = updateClaimSettings(deps);
  return route({
    operationId: 'updateClaimSettings',
    method: 'put',
    path: '/api/brand/claims/settings',
    summary: 'Change how the brand handles claims to missing orders',
    description: 'Counts for new claims; those that are open keep their time.',
    allow: ['brand'] as const,
    permission: 'conversions:write',
    body: z.strictObject({ decision_days: decisionDays }),
    response: z.object({ success: z.literal(true), data: claimSettingsView }),
    handle: async ({ body, actor }) => {
      await update(actor.id, body.decision_days);
      const data = toClaimSettings(body.decision_days, deps.config.CLAIM_DECISION_DAYS);
      return { success: true, data };
    },
  });
};
