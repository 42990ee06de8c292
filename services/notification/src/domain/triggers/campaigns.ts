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
import { type NotificationType } from '../notification.ts';
import { silent, type Telling, trigger } from './trigger.ts';

const notice = (campaign: CampaignSnapshot, type: NotificationType, content: Content) => ({
  type,
  priority: 'normal' as const,
  entityType: 'campaign',
  entityId: campaign.campaignId,
  ...content,
});

const toBrand = (
  campaign: CampaignSnapshot,
  type: NotificationType,
  content: Content,
): Telling => ({ ...notice(campaign, type, content), to: [campaign.brandId] });

const toMembers = (
  campaign: CampaignSnapshot,
  type: NotificationType,
  content: Content,
): Telling => ({
  ...notice(campaign, type, content),
  to: { membersOf: campaign.campaignId },
});

export const campaignTriggers = [
  trigger(campaignCreated, (campaign, { texts }) => [
    toBrand(campaign, 'campaign_created', texts.campaignCreated(campaign.name)),
  ]),
  trigger(campaignUpdated, (campaign, { texts }) => [
    toMembers(campaign, 'campaign_updated', texts.campaignUpdated(campaign.name)),
  ]),
  trigger(campaignActivated, (campaign, { texts }) => [
    toBrand(campaign, 'campaign_launched', texts.campaignLaunched(campaign.name)),
    toMembers(campaign, 'campaign_launched', texts.campaignLaunched(campaign.name)),
  ]),
  silent(campaignPaused, 'a pause is passing; links go on redirecting'),
  trigger(campaignEnded, (campaign, { texts }) => [
    toBrand(campaign, 'campaign_ended', texts.campaignEnded(campaign.name)),
    toMembers(campaign, 'campaign_ended', texts.campaignEnded(campaign.name)),
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
