import { isDeepStrictEqual } from 'node:util';
import { type CampaignStatus } from '@tributary/contracts';
import { recordChange } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { type Campaign, decideChange, requireUnchanged } from '../domain/campaign.ts';
import { fieldsOf, mergedRecord } from '../views/campaign-from-wire.ts';
import { recordOf } from '../views/campaign-view.ts';

interface Input {
  readonly campaignId: string;
  readonly brandId: string;
  readonly status: CampaignStatus | undefined;
  /** Fields of the record on the wire. */
  readonly part: object;
  /** An If-Match header: refuses the update where the campaign was changed since. */
  readonly ifMatch?: string | undefined;
}

/** Merges fields into a campaign and changes its status. @throws conflict, invalid, not_found */
export const updateCampaign =
  ({ transaction, clock }: Pick<Deps, 'transaction' | 'clock'>) =>
  ({ campaignId, brandId, status, part, ifMatch }: Input): Promise<Campaign> =>
    transaction(async ({ campaigns, outbox }) => {
      const campaign = await campaigns.getOwn(campaignId, brandId);
      requireUnchanged(campaign, ifMatch);
      const before = recordOf(campaign);
      const fields = fieldsOf(mergedRecord(before, part));
      const changed = !isDeepStrictEqual(recordOf(fields), before);
      const update = { fields, changed, status: status ?? campaign.status };
      const { campaign: next, events } = decideChange(campaign, update, clock.now());
      if (events.length === 0) return campaign;
      await campaigns.save(next);
      recordChange({ kind: 'campaign', id: next.id, before: campaign, after: next });
      await outbox.add(...events);
      return next;
    });
