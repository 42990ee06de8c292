import { type Campaign, type CampaignFields, decideCreation } from '../../domain/campaign.ts';
import { type Deps } from '../../deps.ts';
import { getCaller } from '../../workflows/get-user.ts';
import { brandNameOf } from '../../domain/user.ts';

interface Input {
  readonly brandId: string;
  readonly fields: CampaignFields;
  readonly status: 'draft' | 'active';
}

/** Saves a new campaign of a brand. @throws conflict `illegal_transition` where it would be over at once */
export const createCampaign =
  (deps: Deps) =>
  async ({ brandId, fields, status }: Input): Promise<Campaign> => {
    const brandName = brandNameOf(await getCaller(deps, brandId));
    return deps.transaction(async ({ campaigns, outbox }) => {
      const now = deps.clock.now();
      const made = { id: deps.newId(), brandId, brandName, status, now };
      const { campaign, events } = decideCreation(fields, made);
      await campaigns.create(campaign);
      await outbox.add(...events);
      return campaign;
    });
  };
