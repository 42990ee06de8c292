import {
  campaignActivated,
  campaignCreated,
  campaignEnded,
  campaignPaused,
  type CampaignSnapshot,
  campaignUpdated,
} from '@tributary/contracts';
import { consumer, type HandledEvent } from '@tributary/messaging';
import type { Deps } from '../../deps.ts';

/** Copies the names and terms of campaigns, for lists, events and tiers. */
export const syncCampaignsConsumers = (deps: Deps) => {
  const sync = ({ data }: HandledEvent<CampaignSnapshot>): Promise<void> =>
    deps.transaction(({ campaigns }) =>
      campaigns.save({
        _id: data.campaignId,
        name: data.name,
        brandId: data.brandId,
        brandName: data.brandName,
        type: data.type,
        terms: data.commission,
        ...(data.caps === undefined ? {} : { caps: data.caps }),
        ...(data.budget === undefined ? {} : { budget: data.budget }),
        updatedAt: new Date(data.updatedAt),
      }),
    );
  const types = [
    campaignCreated,
    campaignUpdated,
    campaignActivated,
    campaignPaused,
    campaignEnded,
  ];
  return types.map((type) => consumer(type, sync));
};
