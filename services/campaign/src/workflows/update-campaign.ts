import { isDeepStrictEqual } from 'node:util';
import { type CampaignStatus } from '@tributary/contracts';
import { type Deps } from '../deps.ts';
import { type Campaign, decideChange, requireUnchanged } from '../domain/campaign.ts';
import { fieldsOf, mergedRecord } from '../views/campaign-from-wire.ts';
import { recordOf } from '../views/campaign-view.ts';

interface Input {
  readonly campaignId: string;
  readonly brandId: string;
  readonly status: CampaignStatus | undefined;
  /** Fields of the record as on the wire. */
  readonly part: object;
  /** An If-Match header, where the caller wants its change refused after somebody else's. */
  readonly ifMatch?: string | undefined;
}

/** Lays a change over the record as it is now, and moves its status. @throws conflict, invalid, not_found */
export const updateCampaign =
  (deps: Deps) =>
  ({ campaignId, brandId, status, part, ifMatch }: Input): Promise<Campaign> =>
    deps.transaction(async ({ campaigns, outbox }) => {
      const campaign = await campaigns.getOwn(campaignId, brandId);
      requireUnchanged(campaign, ifMatch);
      const before = recordOf(campaign);
      const after = mergedRecord(before, part);
      const fields = fieldsOf(after);
      const changed = !isDeepStrictEqual(recordOf(fields), before);
      const wanted = { fields, changed, status: status ?? campaign.status };
      const { campaign: next, events } = decideChange(campaign, wanted, deps.clock.now());
      if (events.length === 0) return campaign;
      await campaigns.save(next);
      await outbox.add(...events);
      return next;
    });
