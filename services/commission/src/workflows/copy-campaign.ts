import { type CampaignSnapshot } from '@tributary/contracts';
import { type Transaction } from '@tributary/mongo';
import { type Stores } from '../store/stores.ts';

interface CopyDeps {
  readonly transaction: Transaction<Pick<Stores, 'campaigns'>>;
}

/** Copies the names and terms of a campaign, for lists, events and tiers; the newest state wins. */
export const copyCampaign =
  ({ transaction }: CopyDeps) =>
  (campaign: CampaignSnapshot): Promise<void> =>
    transaction(({ campaigns }) =>
      campaigns.save({
        _id: campaign.campaignId,
        name: campaign.name,
        brandId: campaign.brandId,
        brandName: campaign.brandName,
        type: campaign.type,
        terms: campaign.commission,
        ...(campaign.caps === undefined ? {} : { caps: campaign.caps }),
        ...(campaign.budget === undefined ? {} : { budget: campaign.budget }),
        updatedAt: new Date(campaign.updatedAt),
      }),
    );
