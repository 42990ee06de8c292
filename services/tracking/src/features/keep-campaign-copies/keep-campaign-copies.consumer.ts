import {
  campaignActivated,
  campaignCreated,
  campaignEnded,
  campaignPaused,
  campaignUpdated,
  linkCreated,
  linkDeactivated,
  linkNumberAssigned,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { hasConversionLimits } from '../../domain/limits.ts';

const campaignEvents = [
  campaignCreated,
  campaignUpdated,
  campaignActivated,
  campaignPaused,
  campaignEnded,
];

/** This service's copies of campaigns and links follow what campaign says; the newest word counts. */
export const keepCampaignCopiesConsumers = ({ transaction }: Deps) => [
  ...campaignEvents.map((eventType) =>
    consumer(eventType, ({ data }) =>
      transaction(async ({ campaigns, caps }) => {
        await campaigns.keep(data);
        if (!hasConversionLimits(data)) await caps.forget(data.campaignId);
      }),
    ),
  ),
  ...[linkCreated, linkNumberAssigned, linkDeactivated].map((eventType) =>
    consumer(eventType, ({ data, occurredAt }) =>
      transaction(({ links }) => links.keep(data, occurredAt)),
    ),
  ),
];
