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
import { type Text } from '../notice.ts';
import * as texts from '../templates/campaigns.ts';
import { silent, trigger, type TriggeredNotice } from './trigger.ts';

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
export const invitationText = (
  invitation: Pick<
    InvitationSnapshot,
    'token' | 'campaignName' | 'brandName' | 'message' | 'expiresAt'
  >,
  isProved: boolean,
): Text => (isProved ? texts.campaignInvitation(invitation) : texts.plainInvitation(invitation));

const applicationTriggers = [
  silent(applicationSubmitted, 'the brand’s list of applications shows it'),
  trigger(applicationApproved, (application) => [
    {
      ...aboutApplication(application),
      type: 'application_approved',
      recipients: [application.affiliateId],
      text: texts.applicationApproved(application),
    },
    {
      ...aboutApplication(application),
      type: 'application_approved',
      recipients: [application.brandId],
      // No e-mail, because the brand usually approved the application itself.
      channels: ['in_app'],
      text: texts.memberJoined(application),
    },
  ]),
  trigger(
    applicationRejected,
    (application, { isProved }) => [
      {
        ...aboutApplication(application),
        type: 'application_rejected',
        recipients: [application.affiliateId],
        text: texts.applicationRejected({
          ...application,
          notes: isProved(application.brandId) ? application.notes : null,
        }),
      },
      {
        ...aboutApplication(application),
        type: 'application_rejected',
        recipients: [application.brandId],
        channels: ['in_app'],
        text: texts.applicationDeclined(application),
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
        ...context.localeOf(invitation.brandId),
        text: invitationText(invitation, context.isProved(invitation.brandId)),
      },
    ],
    { authors: ({ brandId }) => [brandId] },
  ),
  silent(affiliateLeft, 'the affiliate left by choice'),
];

export const campaignTriggers = [
  trigger(campaignCreated, (campaign) => [
    {
      ...aboutCampaign(campaign),
      ...toBrand(campaign),
      type: 'campaign_created',
      text: texts.campaignCreated(campaign),
    },
  ]),
  trigger(campaignUpdated, (campaign) => [
    {
      ...aboutCampaign(campaign),
      ...toMembers(campaign),
      type: 'campaign_updated',
      text: texts.campaignUpdated(campaign),
    },
  ]),
  trigger(campaignActivated, (campaign) =>
    [toBrand(campaign), toMembers(campaign)].map((to) => ({
      ...aboutCampaign(campaign),
      ...to,
      type: 'campaign_launched' as const,
      text: texts.campaignLaunched(campaign),
    })),
  ),
  silent(campaignPaused, 'a pause is temporary, and links keep redirecting'),
  trigger(campaignEnded, (campaign) =>
    [toBrand(campaign), toMembers(campaign)].map((to) => ({
      ...aboutCampaign(campaign),
      ...to,
      type: 'campaign_ended' as const,
      text: texts.campaignEnded(campaign),
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
