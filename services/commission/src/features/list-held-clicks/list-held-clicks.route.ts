import { route, skipLimitQuery } from '@tributary/service';
import { z } from 'zod';
import type { Deps } from '../../deps.ts';
import type { ClickDocument } from '../../store/click-collections.ts';
import { heldClickFields, heldFilterOf, unitKind } from '../../views/held-click-fields.ts';
import { getOwnCampaign } from '../../workflows/own-campaign.ts';

const item = z
  .object({
    id: z.uuid(),
    kind: unitKind,
    campaign_id: z.uuid(),
    affiliate_id: z.uuid(),
    link_id: z.uuid(),
    occurred_at: z.string(),
    reason: z.string(),
    review_until: z.string(),
  })
  .meta({ id: 'HeldClick', description: 'A click that waits for the brand’s decision' });

const query = z.strictObject({
  ...heldClickFields,
  ...skipLimitQuery({ defaultLimit: 50, maxLimit: 100 }),
});

export const listHeldClicksRoute = (deps: Deps) =>
  route({
    operationId: 'listHeldClicks',
    method: 'get',
    path: '/api/commissions/held-clicks',
    summary: 'The held clicks and impressions of a campaign, the oldest first',
    description:
      'They wait for the brand’s review until `review_until` and are refused afterwards. The daily statements count them.',
    allow: ['brand', 'admin'],
    permission: 'conversions:read',
    query,
    response: z.array(item),
    handle: async ({ query: request, actor }) => {
      await getOwnCampaign(deps, actor, request.campaign_id);
      const held = await deps.stores.heldClicks.list(heldFilterOf(request), request);
      return held.map(itemOf);
    },
  });

const itemOf = (click: ClickDocument): z.input<typeof item> => ({
  id: click._id,
  kind: click.kind ?? 'click',
  campaign_id: click.campaignId,
  affiliate_id: click.affiliateId,
  link_id: click.linkId,
  occurred_at: click.at.toISOString(),
  reason: click.reason ?? '',
  review_until: (click.reviewUntil ?? click.at).toISOString(),
});
