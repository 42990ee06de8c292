import {
  campaignActivated,
  campaignCreated,
  campaignEnded,
  campaignPaused,
  type CampaignSnapshot,
  campaignUpdated,
  clickRecorded,
  impressionRecorded,
  integrationConnected,
  integrationDisconnected,
  integrationFailed,
  integrationSynced,
  linkCreated,
  linkDeactivated,
  linkNumberAssigned,
  productAdded,
  productUpdated,
} from '@tributary/contracts';
import { type Content } from '../notice.ts';
import * as created from '../templates/campaign-created.ts';
import * as ended from '../templates/campaign-ended.ts';
import * as launched from '../templates/campaign-launched.ts';
import * as updated from '../templates/campaign-updated.ts';
import { type NotificationType } from '../vocabulary.ts';
import { silent, type Telling, trigger } from './trigger.ts';

type Write = (campaign: string) => Content;

const notice = (campaign: CampaignSnapshot, type: NotificationType, write: Write) => ({
  type,
  priority: 'normal' as const,
  entityType: 'campaign',
  entityId: campaign.campaignId,
  ...write(campaign.name),
});

const toBrand =
  (type: NotificationType, write: Write) =>
  (campaign: CampaignSnapshot): Telling => ({
    ...notice(campaign, type, write),
    to: [campaign.brandId],
  });

const toMembers =
  (type: NotificationType, write: Write) =>
  (campaign: CampaignSnapshot): Telling => ({
    ...notice(campaign, type, write),
    to: { membersOf: campaign.campaignId },
  });

export const campaignTriggers = [
  trigger(campaignCreated, (campaign) => [
    toBrand('campaign_created', created.campaignCreated)(campaign),
  ]),
  trigger(campaignUpdated, (campaign) => [
    toMembers('campaign_updated', updated.campaignUpdated)(campaign),
  ]),
  trigger(campaignActivated, (campaign) => [
    toBrand('campaign_launched', launched.campaignLaunched)(campaign),
    toMembers('campaign_launched', launched.campaignLaunched)(campaign),
  ]),
  silent(campaignPaused, 'a pause is passing; links go on redirecting'),
  trigger(campaignEnded, (campaign) => [
    toBrand('campaign_ended', ended.campaignEnded)(campaign),
    toMembers('campaign_ended', ended.campaignEnded)(campaign),
  ]),
  silent(linkCreated, 'the affiliate made it'),
  silent(linkDeactivated, 'the affiliate switched it'),
  silent(linkNumberAssigned, 'the link shows it'),
  silent(clickRecorded, 'clicks are for reports'),
  silent(impressionRecorded, 'impressions are for reports'),
  silent(integrationConnected, 'the brand did it'),
  silent(integrationDisconnected, 'the brand did it'),
  silent(integrationFailed, 'the integration shows its last error; webhooks tell each'),
  silent(integrationSynced, 'routine'),
  silent(productAdded, 'the brand did it itself'),
  silent(productUpdated, 'the brand did it itself'),
];
