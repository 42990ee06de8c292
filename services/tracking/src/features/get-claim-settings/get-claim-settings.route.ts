import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { claimSettingsView, toClaimSettings } from '../../views/claim-settings-view.ts';

export const getClaimSettingsRoute = ({ claimSettings, config }: Deps) =>
  route({
    operationId: 'getClaimSettings',
    method: 'get',
    path: '/api/brand/claims/settings',
    summary: 'How the brand handles claims to missing orders',
    description: 'How long it takes at most to decide them.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    response: z.object({ success: z.literal(true), data: claimSettingsView }),
    handle: async ({ actor }) => {
      const days = await claimSettings.findDecisionDays(actor.id);
      return { success: true, data: toClaimSettings(days, config.CLAIM_DECISION_DAYS) };
    },
  });
