import { type CampaignSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';

type SyncCampaignsDeps = Pick<Deps, 'transaction'>;

/** Keeps whose a campaign is, so that its figures are shown to its brand alone, and its budget. */
export const syncCampaign =
  (deps: SyncCampaignsDeps) =>
  ({ data }: { data: CampaignSnapshot }): Promise<void> =>
    deps.transaction(({ names }) =>
      names.putCampaign({
        _id: data.campaignId,
        brandId: data.brandId,
        name: data.name,
        currency: data.commission.currency,
        budgetMinor: data.budget?.totalMinor ?? null,
        updatedAt: new Date(data.updatedAt),
      }),
    );
