import { type CampaignSnapshot } from '@tributary/contracts';
import { type Deps } from '../../deps.ts';

/** Keeps whose a campaign is, so that its figures are shown to its brand alone. */
export const keepCampaign =
  (deps: Deps) =>
  ({ data }: { data: CampaignSnapshot }): Promise<void> =>
    deps.transaction(({ facts }) =>
      facts.putCampaign({
        id: data.campaignId,
        brandId: data.brandId,
        name: data.name,
        updatedAt: new Date(data.updatedAt),
      }),
    );
