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

const urgent = { priority: 'urgent', entityType: 'user' } as const;

/** Alerts the owner of a login. */
const alertTo = <Text extends object>(userId: string, text: Text) => ({
  type: 'security_alert' as const,
  ...urgent,
  entityId: userId,
  recipients: [userId],
  ...text,
});

/** Mails a link to an address of the account alone. */
const linkTo = <Text extends object>(userId: string, to: string, text: Text) => ({
  type: 'account_link' as const,
  ...urgent,
  entityId: userId,
  recipients: [userId],
  channels: ['email' as const],
  to,
  ...text,
});

export const accountTriggers = [
  silent(userRegistered, 'the user has just signed up'),
  silent(userUpdated, 'a change of credentials has its own event'),
  trigger(accountMailRequested, ({ userId, purpose, to, token }, { texts }) => [
    linkTo(userId, to, { linkPurpose: purpose, ...texts.accountLink({ purpose, token }) }),
  ]),
  trigger(userDeviceSeen, ({ userId, ...signIn }, { texts }) => [
    alertTo(userId, texts.newDevice(signIn)),
  ]),
  trigger(userSessionReused, ({ userId, ...session }, { texts }) => [
    alertTo(userId, texts.sessionReused(session)),
  ]),
  trigger(userOidcLinkChanged, ({ userId, ...link }, { texts }) => [
    alertTo(userId, texts.oidcLinkChanged(link)),
  ]),
  trigger(userPasskeyChanged, ({ userId, ...passkey }, { texts }) => [
    alertTo(userId, texts.passkeyChanged(passkey)),
  ]),
  trigger(userSecondFactorChanged, ({ userId, ...changed }, { texts }) => [
    alertTo(userId, texts.secondFactorChanged(changed)),
  ]),
  trigger(userCredentialsChanged, (user, { texts }) => [
    alertTo(user.userId, texts.credentialsChanged(user.changed)),
  ]),
  trigger(accountDeletionRequested, ({ userId, to, token, dueAt }, { texts }) => [
    linkTo(userId, to, texts.accountDeletion({ token, dueAt })),
  ]),
  trigger(userStatusChanged, (user, { texts }) =>
    user.status === 'suspended' && user.deletionDueAt === undefined
      ? [alertTo(user.userId, texts.accountSuspended())]
      : [],
  ),
];
