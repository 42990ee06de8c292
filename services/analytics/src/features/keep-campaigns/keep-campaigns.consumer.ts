import {
  campaignActivated,
  campaignCreated,
  campaignEnded,
  campaignPaused,
  campaignUpdated,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { keepCampaign } from './keep-campaigns.ts';

export const keepCampaignConsumers = (deps: Deps) =>
  [campaignCreated, campaignUpdated, campaignActivated, campaignPaused, campaignEnded].map((type) =>
    consumer(type, keepCampaign(deps)),
  );
