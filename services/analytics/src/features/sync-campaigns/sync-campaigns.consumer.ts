import {
  campaignActivated,
  campaignCreated,
  campaignEnded,
  campaignPaused,
  campaignUpdated,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { syncCampaign } from './sync-campaigns.ts';

export const syncCampaignsConsumers = (deps: Deps) =>
  [campaignCreated, campaignUpdated, campaignActivated, campaignPaused, campaignEnded].map((type) =>
    consumer(type, syncCampaign(deps)),
  );
