import {
  affiliateLeft,
  applicationApproved,
  applicationRejected,
  type ApplicationSnapshot,
  applicationSubmitted,
  campaignActivated,
  campaignCreated,
  campaignEnded,
  campaignPaused,
  type CampaignSnapshot,
  campaignUpdated,
  clickAnnounced,
  integrationConnected,
  integrationDisconnected,
  integrationFailed,
  integrationSynced,
  invitationMade,
  type InvitationSnapshot,
  linkCreated,
  linkDeactivated,
  productAdded,
  productUpdated,
} from '@tributary/contracts';
import { type Content } from '../notice.ts';
import { silent, trigger, type TriggerContext, type TriggeredNotice } from './trigger.ts';

const aboutCampaign = ({ campaignId }: { readonly campaignId: string }) => ({
  priority: 'normal' as const,
  entityType: 'campaign',
  entityId: campaignId,
});

const toBrand = ({ brandId }: CampaignSnapshot) => ({ recipients: [brandId] });
const toMembers = ({ campaignId }: CampaignSnapshot) => ({ recipients: { membersOf: campaignId } });

const aboutApplication = ({ applicationId }: ApplicationSnapshot) => ({
  priority: 'normal' as const,
  entityType: 'application',
  entityId: applicationId,
});

/** A guest, who has no account, receives e-mail only. */
const inviteeOf = ({
  affiliateId,
  email,
}: InvitationSnapshot): Pick<TriggeredNotice, 'recipients' | 'channels'> => {
  if (affiliateId !== null) return { recipients: [affiliateId], channels: ['in_app', 'email'] };
  return { recipients: email === null ? [] : { guestEmail: email }, channels: ['email'] };
};

/** The names that an unproved brand chose are free text, which strangers must not get from us. */
function invitationText(
  { brandId, campaignName, brandName, message, token, expiresAt }: InvitationSnapshot,
  { isProved, texts }: TriggerContext,
): Content {
  const link = { url: `/invitations/${token}`, expiresAt };
  return isProved(brandId)
    ? texts.campaignInvitation({ ...link, campaign: campaignName, brand: brandName, message })
    : texts.plainInvitation(link);
}

const applicationTriggers = [
  silent(applicationSubmitted, 'the brand’s list of applications shows it'),
  trigger(applicationApproved, (application, { texts }) => [
    {
      ...aboutApplication(application),
      type: 'application_approved',
      recipients: [application.affiliateId],
      ...texts.applicationApproved(application.campaignName),
    },
    {
      ...aboutApplication(application),
      type: 'application_approved',
      recipients: [application.brandId],
      // No e-mail, because the brand usually approved the application itself.
      channels: ['in_app'],
      ...texts.memberJoined(application.campaignName),
    },
  ]),
  trigger(
    applicationRejected,
    (application, { isProved, texts }) => [
      {
        ...aboutApplication(application),
        type: 'application_rejected',
        recipients: [application.affiliateId],
        ...texts.applicationRejected(
          application.campaignName,
          isProved(application.brandId) ? application.notes : null,
        ),
      },
      {
        ...aboutApplication(application),
        type: 'application_rejected',
        recipients: [application.brandId],
        channels: ['in_app'],
        ...texts.applicationDeclined(application.campaignName),
      },
    ],
    { authors: ({ brandId }) => [brandId] },
  ),
  trigger(
    invitationMade,
    (invitation, context) => [
      {
        ...aboutCampaign(invitation),
        type: 'campaign_invitation',
        ...inviteeOf(invitation),
        ...invitationText(invitation, context),
      },
    ],
    { authors: ({ brandId }) => [brandId] },
  ),
  silent(affiliateLeft, 'the affiliate left by choice'),
];

export const campaignTriggers = [
  trigger(campaignCreated, (campaign, { texts }) => [
    {
      ...aboutCampaign(campaign),
      ...toBrand(campaign),
      type: 'campaign_created',
      ...texts.campaignCreated(campaign.name),
    },
  ]),
  trigger(campaignUpdated, (campaign, { texts }) => [
    {
      ...aboutCampaign(campaign),
      ...toMembers(campaign),
      type: 'campaign_updated',
      ...texts.campaignUpdated(campaign.name),
    },
  ]),
  trigger(campaignActivated, (campaign, { texts }) =>
    [toBrand(campaign), toMembers(campaign)].map((to) => ({
      ...aboutCampaign(campaign),
      ...to,
      type: 'campaign_launched' as const,
      ...texts.campaignLaunched(campaign.name),
    })),
  ),
  silent(campaignPaused, 'a pause is temporary, and links keep redirecting'),
  trigger(campaignEnded, (campaign, { texts }) =>
    [toBrand(campaign), toMembers(campaign)].map((to) => ({
      ...aboutCampaign(campaign),
      ...to,
      type: 'campaign_ended' as const,
      ...texts.campaignEnded(campaign.name),
    })),
  ),
  ...applicationTriggers,
  silent(linkCreated, 'the affiliate created it'),
  silent(linkDeactivated, 'the affiliate deactivated it'),
  silent(clickAnnounced, 'clicks are for reports'),
  silent(integrationConnected, 'the brand connected it'),
  silent(integrationDisconnected, 'the brand disconnected it'),
  silent(integrationFailed, 'the integration shows its last error, and webhooks publish each'),
  silent(integrationSynced, 'routine'),
  silent(productAdded, 'the brand added it'),
  silent(productUpdated, 'the brand updated it'),
];
