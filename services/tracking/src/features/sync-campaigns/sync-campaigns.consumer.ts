import {
  campaignActivated,
  campaignCreated,
  campaignEnded,
  campaignPaused,
  type CampaignSnapshot,
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

/** Orders are held to new limits only when all that counts against them is counted. */
const keepCampaign =
  ({ transaction, countBefore, clock }: Deps) =>
  async (campaign: CampaignSnapshot): Promise<void> => {
    const isLimited = hasConversionLimits(campaign);
    const counted = isLimited ? await countBefore(campaign, clock.now()) : undefined;
    await transaction(async ({ campaigns, caps }) => {
      await campaigns.keep(campaign);
      if (counted !== undefined) await caps.begin(campaign, counted);
      if (!isLimited) await caps.forget(campaign.campaignId);
    });
  };

/** This service's copies of campaigns and links follow what campaign says; the newest word counts. */
export const keepCampaignCopiesConsumers = (deps: Deps) => [
  ...campaignEvents.map((eventType) => consumer(eventType, ({ data }) => keepCampaign(deps)(data))),
  ...[linkCreated, linkNumberAssigned, linkDeactivated].map((eventType) =>
    consumer(eventType, ({ data, occurredAt }) =>
      deps.transaction(({ links }) => links.keep(data, occurredAt)),
    ),
  ),
];
