import { route } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import { heldClickFields, heldFilterOf } from '../../views/held-click-fields.ts';
import { getOwnCampaign } from '../../workflows/own-campaign.ts';
import { reviewHeldClicks } from './review-held-clicks.ts';

const MAX_IDS = 500;

const body = z.strictObject({
  ...heldClickFields,
  decision: z.enum(['released', 'refused']),
  click_ids: z.array(z.uuid()).min(1).max(MAX_IDS).optional(),
});

export const reviewHeldClicksRoute = (deps: Deps) =>
  route({
    operationId: 'reviewHeldClicks',
    method: 'post',
    path: '/api/commissions/held-clicks/review',
    summary: 'Release or refuse held clicks and impressions of a campaign',
    description:
      'Those that match all given fields: an affiliate, a day, a reason, up to 500 ids. Released ones are paid at the terms in force when they were ' +
      'recorded, whatever the campaign’s caps and budget; refused ones never are. One call decides up to 10,000; `remaining` counts those that match and are still held.',
    allow: ['brand', 'admin'],
    permission: 'conversions:write',
    body,
    response: z.object({ decided: z.int(), remaining: z.int() }),
    handle: async ({ body: request, actor }) => {
      await getOwnCampaign(deps, actor, request.campaign_id);
      const filter = { ...heldFilterOf(request), ids: request.click_ids };
      return reviewHeldClicks(deps)(filter, { decision: request.decision, by: actor.id });
    },
  });
