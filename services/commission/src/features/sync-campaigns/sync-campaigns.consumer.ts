import {
  campaignActivated,
  campaignCreated,
  campaignEnded,
  campaignPaused,
  campaignUpdated,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import type { Deps } from '../../deps.ts';
import { copyCampaign } from '../../workflows/copy-campaign.ts';

export const syncCampaignsConsumers = (deps: Deps) =>
  [campaignCreated, campaignUpdated, campaignActivated, campaignPaused, campaignEnded].map((type) =>
    consumer(type, ({ data }) => copyCampaign(deps)(data)),
  );
