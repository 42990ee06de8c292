import {
  accountDeletionRequested,
  accountMailRequested,
  userCredentialsChanged,
  userDeviceSeen,
  userOidcLinkChanged,
  userPasskeyChanged,
  userRegistered,
  userSecondFactorChanged,
  userSessionReused,
  userStatusChanged,
  userUpdated,
} from '@tributary/contracts';
import { silent, trigger } from './trigger.ts';

const security = { type: 'security_alert', priority: 'urgent', entityType: 'user' } as const;

export const accountTriggers = [
  silent(userRegistered, 'the user has just signed up'),
  silent(userUpdated, 'a change of credentials has its own event'),
  trigger(accountMailRequested, ({ userId, purpose, to, token }, { texts }) => [
    {
      type: 'account_link',
      priority: 'urgent',
      entityType: 'user',
      entityId: userId,
      recipients: [userId],
      channels: ['email'],
      to,
      linkPurpose: purpose,
      ...texts.accountLink({ purpose, token }),
    },
  ]),
  trigger(userDeviceSeen, ({ userId, ...signIn }, { texts }) => [
    { ...security, entityId: userId, recipients: [userId], ...texts.newDevice(signIn) },
  ]),
  trigger(userSessionReused, ({ userId, ...session }, { texts }) => [
    { ...security, entityId: userId, recipients: [userId], ...texts.sessionReused(session) },
  ]),
  trigger(userOidcLinkChanged, ({ userId, ...link }, { texts }) => [
    { ...security, entityId: userId, recipients: [userId], ...texts.oidcLinkChanged(link) },
  ]),
  trigger(userPasskeyChanged, ({ userId, ...passkey }, { texts }) => [
    { ...security, entityId: userId, recipients: [userId], ...texts.passkeyChanged(passkey) },
  ]),
  trigger(userSecondFactorChanged, ({ userId, ...changed }, { texts }) => [
    { ...security, entityId: userId, recipients: [userId], ...texts.secondFactorChanged(changed) },
  ]),
  trigger(userCredentialsChanged, (user, { texts }) => [
    {
      ...security,
      entityId: user.userId,
      recipients: [user.userId],
      ...texts.credentialsChanged(user.changed),
    },
  ]),
  trigger(accountDeletionRequested, ({ userId, to, token, dueAt }, { texts }) => [
    {
      type: 'account_link',
      priority: 'urgent',
      entityType: 'user',
      entityId: userId,
      recipients: [userId],
      channels: ['email'],
      to,
      ...texts.accountDeletion({ token, dueAt }),
    },
  ]),
  trigger(userStatusChanged, (user, { texts }) =>
    user.status === 'suspended' && user.deletionDueAt === undefined
      ? [
          {
            ...security,
            entityId: user.userId,
            recipients: [user.userId],
            ...texts.accountSuspended(),
          },
        ]
      : [],
  ),
];
