import { recordChange } from '@tributary/mongo';
import { route } from '@tributary/service';
import { z } from 'zod';
import { type Deps } from '../../deps.ts';

export const deleteCreativeRoute = (deps: Deps) =>
  route({
    operationId: 'deleteCreative',
    method: 'delete',
    path: '/api/brand/campaigns/:campaign_id/creatives/:creative_id',
    summary: 'Removes a creative; its address then returns 404',
    description: 'Pages that show it lose it.',
    allow: ['brand'],
    permission: 'campaigns:write',
    params: z.object({ campaign_id: z.uuid(), creative_id: z.uuid() }),
    response: z.object({ success: z.literal(true), message: z.string() }),
    handle: async ({ params: { campaign_id: campaignId, creative_id: id }, actor }) => {
      await deps.transaction(async ({ campaigns, creatives }) => {
        await campaigns.getOwn(campaignId, actor.id);
        const before = await creatives.delete(id, campaignId);
        recordChange({ kind: 'creative', id, before });
      });
      return { success: true, message: 'The creative was removed' };
    },
  });
