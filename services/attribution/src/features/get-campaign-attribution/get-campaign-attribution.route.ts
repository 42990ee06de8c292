import { notFound } from '@tributary/errors';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { settingsView, viewOf } from '../update-campaign-attribution/update-campaign-attribution.route.ts';

export const getAttributionRoute = ({ settings }: Deps) =>
  route({
    method: 'get',
    path: '/api/brand/conversions/campaigns/:campaign_id/attribution',
    summary: 'How a campaign’s conversions are credited, and were before',
    allow: ['brand'] as const,
    scope: 'conversions:read',
    params: z.object({ campaign_id: z.uuid() }),
    response: z.object({
      success: z.literal(true),
      data: z.object({
        campaign_id: z.uuid(),
        attribution_settings: settingsView,
        history: z
          .array(settingsView.extend({ effective_from: z.iso.datetime() }))
          .describe('Newest first; the first of them holds now'),
      }),
    }),
    errors: { campaign_not_found: 'There is no such campaign of this brand' },
    handle: async ({ params, actor }) => {
      const history = await settings.listHistory(params.campaign_id);
      const [current] = history;
      if (current?.brandId !== actor.id) {
        throw notFound('campaign_not_found', { message: 'There is no such campaign' });
      }
      return {
        success: true,
        data: {
          campaign_id: params.campaign_id,
          attribution_settings: viewOf(current.settings),
          history: history.map(({ settings: held, effectiveFrom }) => ({
            ...viewOf(held),
            effective_from: effectiveFrom.toISOString(),
          })),
        },
      };
    },
  });
