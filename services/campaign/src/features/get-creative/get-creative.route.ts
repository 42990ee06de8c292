import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';
import { creativeResponse, creativeView } from '../../views/creative-view.ts';

export const getCreativeRoute = ({ campaigns, creatives, config }: Deps) =>
  route({
    operationId: 'getCreative',
    method: 'get',
    path: '/api/brand/campaigns/:campaign_id/creatives/:creative_id',
    summary: 'A creative of a campaign; its file is at `url`',
    description: 'The creative’s name, type and size. HTML is served from a sandboxed path.',
    allow: ['brand'],
    permission: 'campaigns:read',
    params: z.object({ campaign_id: z.uuid(), creative_id: z.uuid() }),
    response: creativeResponse,
    handle: async ({ params: { campaign_id: campaignId, creative_id: id }, actor }) => {
      await campaigns.getOwn(campaignId, actor.id);
      return creativeView(await creatives.get(id, campaignId), config.publicUrl);
    },
  });
