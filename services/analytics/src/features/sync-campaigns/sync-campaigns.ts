import { type CampaignSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';

type SyncCampaignsDeps = Pick<Deps, 'transaction'>;

/** Copies the brands of campaigns, to which alone their figures are shown, and their budgets. */
export const syncCampaign =
  (deps: SyncCampaignsDeps) =>
  ({ data }: { data: CampaignSnapshot }): Promise<void> =>
    deps.transaction(({ names }) =>
      names.saveCampaign({
        _id: data.campaignId,
        brandId: data.brandId,
        name: data.name,
        currency: data.commission.currency,
        budgetMinor: data.budget?.totalMinor ?? null,
        updatedAt: new Date(data.updatedAt),
      }),
    );
