import {
  campaignActivated,
  campaignCreated,
  campaignEnded,
  campaignPaused,
  type CampaignSnapshot,
  campaignUpdated,
  couponCreated,
  couponDeleted,
  couponUpdated,
  linkCreated,
  linkDeactivated,
  linkNumberAssigned,
} from '@tributary/contracts';
import { consumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { hasConversionLimits } from '../../domain/campaign-limits.ts';

const campaignEvents = [
  campaignCreated,
  campaignUpdated,
  campaignActivated,
  campaignPaused,
  campaignEnded,
];

/** Saves a campaign. New limits apply only once all conversions against them are counted. */
const syncCampaign =
  ({ transaction, countBefore, clock }: Pick<Deps, 'clock' | 'countBefore' | 'transaction'>) =>
  async (campaign: CampaignSnapshot): Promise<void> => {
    const isLimited = hasConversionLimits(campaign);
    const counted = isLimited ? await countBefore(campaign, clock.now()) : undefined;
    await transaction(async ({ campaigns, caps }) => {
      await campaigns.save(campaign);
      if (counted !== undefined) await caps.begin(campaign, counted);
      if (!isLimited) await caps.forget(campaign.campaignId);
    });
  };

/** Copies campaigns, links and coupon codes from their events; the newest state wins. */
export const syncCampaignsConsumers = (deps: Deps) => [
  ...campaignEvents.map((eventType) => consumer(eventType, ({ data }) => syncCampaign(deps)(data))),
  ...[linkCreated, linkNumberAssigned, linkDeactivated].map((eventType) =>
    consumer(eventType, ({ data, occurredAt }) =>
      deps.transaction(({ links }) => links.save(data, occurredAt)),
    ),
  ),
  ...[couponCreated, couponUpdated, couponDeleted].map((eventType) =>
    consumer(eventType, ({ data }) => deps.transaction(({ coupons }) => coupons.save(data))),
  ),
];
