import {
  affiliateLeft,
  applicationApproved,
  applicationRejected,
  type ApplicationSnapshot,
  applicationSubmitted,
  invitationMade,
  type InvitationSnapshot,
  userCredentialsChanged,
  userRegistered,
  userStatusChanged,
  userSignedIn,
  userUpdated,
} from '@tributary/contracts';
import { silent, type Telling, trigger } from './trigger.ts';

const security = { type: 'security_alert', priority: 'urgent', entityType: 'user' } as const;

const about = ({ applicationId }: ApplicationSnapshot) => ({
  priority: 'normal' as const,
  entityType: 'application',
  entityId: applicationId,
});

/** Who has no account yet is reached by e-mail alone. */
const addresseeOf = ({
  affiliateId,
  email,
}: InvitationSnapshot): Pick<Telling, 'to' | 'channels'> => {
  if (affiliateId !== null) return { to: [affiliateId], channels: ['in_app', 'email'] };
  return { to: email === null ? [] : { guest: email }, channels: ['email'] };
};

export const peopleTriggers = [
  silent(userRegistered, 'somebody who just signed up knows it'),
  silent(userSignedIn, 'only fraud scoring looks at it'),
  silent(userUpdated, 'a change of credentials has an event of its own'),
  trigger(userCredentialsChanged, (user, { texts }) => [
    {
      ...security,
      entityId: user.userId,
      to: [user.userId],
      ...texts.credentialsChanged(user.changed),
    },
  ]),
  trigger(userStatusChanged, (user, { texts }) =>
    user.status === 'suspended'
      ? [{ ...security, entityId: user.userId, to: [user.userId], ...texts.accountSuspended() }]
      : [],
  ),
  silent(applicationSubmitted, 'the brand finds it in its list of applications'),
  trigger(applicationApproved, (application, { texts }) => [
    {
      ...about(application),
      type: 'application_approved',
      to: [application.affiliateId],
      ...texts.applicationApproved(application.campaignName),
    },
    {
      ...about(application),
      type: 'application_approved',
      to: [application.brandId],
      // Often its own doing: not worth an e-mail.
      channels: ['in_app'],
      ...texts.memberJoined(application.campaignName),
    },
  ]),
  trigger(applicationRejected, (application, { texts }) => [
    {
      ...about(application),
      type: 'application_rejected',
      to: [application.affiliateId],
      ...texts.applicationRejected(application.campaignName, application.notes),
    },
    {
      ...about(application),
      type: 'application_rejected',
      to: [application.brandId],
      channels: ['in_app'],
      ...texts.applicantDeclined(application.campaignName),
    },
  ]),
  trigger(invitationMade, (invitation, { texts }) => [
    {
      type: 'campaign_invitation',
      priority: 'normal',
      entityType: 'campaign',
      entityId: invitation.campaignId,
      ...addresseeOf(invitation),
      ...texts.campaignInvitation({
        campaign: invitation.campaignName,
        brand: invitation.brandName,
        message: invitation.message,
        url: `/invitations/${invitation.token}`,
        expiresAt: invitation.expiresAt,
      }),
    },
  ]),
  silent(affiliateLeft, 'who leaves knows it'),
];
