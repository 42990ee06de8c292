import { recordChange } from '@tributary/mongo';
import { type Deps } from '../../deps.ts';
import { type Campaign, type CampaignFields, decideCreation } from '../../domain/campaign.ts';
import { brandNameOf } from '../../domain/user.ts';
import { getCaller } from '../../workflows/get-user.ts';

interface Input {
  readonly brandId: string;
  readonly fields: CampaignFields;
  readonly status: 'draft' | 'active';
}

/** @throws conflict `illegal_transition` where an active campaign would have ended already */
export const createCampaign =
  (deps: Pick<Deps, 'findUser' | 'transaction' | 'clock' | 'newId'>) =>
  async ({ brandId, fields, status }: Input): Promise<Campaign> => {
    const brandName = brandNameOf(await getCaller(deps, brandId));
    return deps.transaction(async ({ campaigns, outbox }) => {
      const creation = { id: deps.newId(), brandId, brandName, status, now: deps.clock.now() };
      const { campaign, events } = decideCreation(fields, creation);
      await campaigns.create(campaign);
      recordChange({ kind: 'campaign', id: campaign.id, after: campaign });
      await outbox.add(...events);
      return campaign;
    });
  };
