import {
  campaignActivated,
  campaignCreated,
  campaignEnded,
  campaignPaused,
  campaignUpdated,
  linkCreated,
  linkDeactivated,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';

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
    consumer(eventType, ({ data }) => transaction(({ campaigns }) => campaigns.keep(data))),
  ),
  ...[linkCreated, linkDeactivated].map((eventType) =>
    consumer(eventType, ({ data, occurredAt }) =>
      transaction(({ links }) => links.keep(data, occurredAt)),
    ),
  ),
];
