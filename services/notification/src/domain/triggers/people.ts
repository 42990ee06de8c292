import {
  affiliateLeft,
  applicationApproved,
  applicationRejected,
  type ApplicationSnapshot,
  applicationSubmitted,
  userCredentialsChanged,
  userRegistered,
  userStatusChanged,
  userSignedIn,
  userUpdated,
} from '@tributary/contracts';
import { accountSuspended } from '../templates/account-suspended.ts';
import { applicantDeclined } from '../templates/applicant-declined.ts';
import * as approved from '../templates/application-approved.ts';
import * as rejected from '../templates/application-rejected.ts';
import { credentialsChanged } from '../templates/credentials-changed.ts';
import { memberJoined } from '../templates/member-joined.ts';
import { silent, trigger } from './trigger.ts';

const security = { type: 'security_alert', priority: 'urgent', entityType: 'user' } as const;

const about = ({ applicationId }: ApplicationSnapshot) => ({
  priority: 'normal' as const,
  entityType: 'application',
  entityId: applicationId,
});

export const peopleTriggers = [
  silent(userRegistered, 'somebody who just signed up knows it'),
  silent(userSignedIn, 'only fraud scoring looks at it'),
  silent(userUpdated, 'a change of credentials has an event of its own'),
  trigger(userCredentialsChanged, (user) => [
    { ...security, entityId: user.userId, to: [user.userId], ...credentialsChanged(user.changed) },
  ]),
  trigger(userStatusChanged, (user) =>
    user.status === 'suspended'
      ? [{ ...security, entityId: user.userId, to: [user.userId], ...accountSuspended() }]
      : [],
  ),
  silent(applicationSubmitted, 'the brand finds it in its list of applications'),
  trigger(applicationApproved, (application) => [
    {
      ...about(application),
      type: 'application_approved',
      to: [application.affiliateId],
      ...approved.applicationApproved(application.campaignName),
    },
    {
      ...about(application),
      type: 'application_approved',
      to: [application.brandId],
      // Often its own doing: not worth an e-mail.
      channels: ['in_app'],
      ...memberJoined(application.campaignName),
    },
  ]),
  trigger(applicationRejected, (application) => [
    {
      ...about(application),
      type: 'application_rejected',
      to: [application.affiliateId],
      ...rejected.applicationRejected(application.campaignName, application.notes),
    },
    {
      ...about(application),
      type: 'application_rejected',
      to: [application.brandId],
      channels: ['in_app'],
      ...applicantDeclined(application.campaignName),
    },
  ]),
  silent(affiliateLeft, 'who leaves knows it'),
];
