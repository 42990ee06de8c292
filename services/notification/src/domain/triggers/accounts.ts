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
import { type Text } from '../notice.ts';
import { accountDeletion, accountLinks } from '../templates/account-links.ts';
import {
  accountSuspended,
  credentialsChanged,
  newDevice,
  sessionReused,
} from '../templates/accounts.ts';
import {
  oidcLinkChanged,
  passkeyChanged,
  secondFactorChanged,
} from '../templates/sign-in-methods.ts';
import { silent, trigger } from './trigger.ts';

const urgent = { priority: 'urgent', entityType: 'user' } as const;

/** Alerts the owner of a login. */
const alertTo = (userId: string, text: Text) => ({
  type: 'security_alert' as const,
  ...urgent,
  entityId: userId,
  recipients: [userId],
  text,
});

/** Mails a link to an address of the account alone. */
const linkTo = (userId: string, to: string, text: Text) => ({
  type: 'account_link' as const,
  ...urgent,
  entityId: userId,
  recipients: [userId],
  channels: ['email' as const],
  to,
  text,
});

export const accountTriggers = [
  silent(userRegistered, 'the user has just signed up'),
  silent(userUpdated, 'a change of credentials has its own event'),
  trigger(accountMailRequested, ({ userId, purpose, to, token, locale }) => [
    {
      ...linkTo(userId, to, accountLinks[purpose]({ token })),
      linkPurpose: purpose,
      // A registration’s mail may come before the account.
      ...(locale === undefined ? {} : { locale }),
    },
  ]),
  trigger(userDeviceSeen, (signIn) => [alertTo(signIn.userId, newDevice(signIn))]),
  trigger(userSessionReused, (session) => [alertTo(session.userId, sessionReused(session))]),
  trigger(userOidcLinkChanged, (link) => [alertTo(link.userId, oidcLinkChanged(link))]),
  trigger(userPasskeyChanged, (passkey) => [alertTo(passkey.userId, passkeyChanged(passkey))]),
  trigger(userSecondFactorChanged, (changed) => [
    alertTo(changed.userId, secondFactorChanged(changed)),
  ]),
  trigger(userCredentialsChanged, (user) => [
    alertTo(user.userId, credentialsChanged(user.changed)),
  ]),
  trigger(accountDeletionRequested, ({ userId, to, ...deletion }) => [
    linkTo(userId, to, accountDeletion(deletion)),
  ]),
  trigger(userStatusChanged, (user) =>
    user.status === 'suspended' && user.deletionDueAt === undefined
      ? [alertTo(user.userId, accountSuspended())]
      : [],
  ),
];
