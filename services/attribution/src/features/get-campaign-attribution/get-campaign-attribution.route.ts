import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import {
  attributionSettingsView,
  toAttributionSettingsView,
} from '../../views/campaign-attribution.ts';
import { getOwnSettings } from '../../workflows/own-campaign.ts';

export const getCampaignAttributionRoute = ({ findSettings, settings }: Deps) =>
  route({
    operationId: 'getCampaignAttribution',
    method: 'get',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution',
    summary: 'Current and earlier attribution settings of a campaign',
    description: 'Each conversion keeps the settings that applied to it.',
    allow: ['brand'] as const,
    permission: 'conversions:read',
    params: z.object({ campaign_id: z.uuid() }),
    response: z.object({
      success: z.literal(true),
      data: z.object({
        campaign_id: z.uuid(),
        attribution_settings: attributionSettingsView,
        history: z
          .array(attributionSettingsView.extend({ effective_from: z.iso.datetime() }))
          .describe('Newest first; the first of them holds now'),
      }),
    }),
    errors: { campaign_not_found: 'There is no such campaign of this brand' },
    handle: async ({ params, actor }) => {
      const current = await getOwnSettings({ findSettings })(params.campaign_id, actor.id);
      const history = await settings.listHistory(params.campaign_id);
      return {
        success: true,
        data: {
          campaign_id: params.campaign_id,
          attribution_settings: toAttributionSettingsView(current.settings),
          history: history.map(({ settings: earlier, effectiveFrom }) => ({
            ...toAttributionSettingsView(earlier),
            effective_from: effectiveFrom.toISOString(),
          })),
        },
      };
    },
  });
