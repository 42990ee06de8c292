import { type AccountLinkPurpose, type SecondFactorChange } from '@tributary/contracts';
import { type Content } from '../../notice.ts';

export const accountSuspended = (): Content => ({
  title: 'Your account is suspended',
  message: 'An administrator suspended your account. Contact us if you think this is a mistake.',
});

const minuteOf = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

interface SignIn {
  readonly device: string;
  readonly network: string;
  readonly signedInAt: string;
}

export const newDevice = ({ device, network, signedInAt }: SignIn): Content => ({
  title: 'A sign-in from a new device',
  message:
    `Somebody signed in to your account at ${minuteOf(signedInAt)}: ` +
    `${device}, ${network}. If that was not you, change your password and sign out everywhere.`,
});

interface EndedSession {
  readonly device: string | null;
  readonly network: string | null;
  readonly endedAt: string;
}

/** A copied cookie ended the session. */
export const sessionReused = ({ device, network, endedAt }: EndedSession): Content => ({
  title: 'A session in a browser was ended',
  message:
    `At ${minuteOf(endedAt)} a cookie of your session (${device ?? 'unknown device'}, ` +
    `${network ?? 'unknown network'}) was used that had been replaced, so somebody may have copied it. ` +
    'The session has ended; sign in again, and change your password if you do not know why.',
});

interface PasskeyChange {
  readonly name: string;
  readonly change: 'added' | 'removed' | 'copy_suspected';
  readonly changedAt: string;
}

const passkeyTexts = {
  added: {
    title: 'A passkey was added to your account',
    what: 'can sign in to your account since',
    advice: 'If you did not add it, remove it, change your password and sign out everywhere.',
  },
  removed: {
    title: 'A passkey was removed from your account',
    what: 'was removed from your account at',
    advice: 'If that was not you, change your password and sign out everywhere.',
  },
  copy_suspected: {
    title: 'A passkey of your account may have been copied',
    what: 'was refused at',
    advice:
      'Its signature counter went back, which happens where a security key was copied. Remove the ' +
      'passkey and register another one.',
  },
} as const;

export const passkeyChanged = ({ name, change, changedAt }: PasskeyChange): Content => {
  const { title, what, advice } = passkeyTexts[change];
  return { title, message: `The passkey “${name}” ${what} ${minuteOf(changedAt)}. ${advice}` };
};

const factorTexts: Readonly<Record<SecondFactorChange, Content>> = {
  added: {
    title: 'A second factor was added to your login',
    message:
      'Signing in requires a code of your authenticator app from now on. Your recovery codes ' +
      'replace it where you have lost the app: store them where others do not find them.',
  },
  removed: {
    title: 'The second factor of your login was removed',
    message: 'Signing in requires no code any more.',
  },
  removed_by_admin: {
    title: 'An administrator removed the second factor of your login',
    message: 'Signing in requires no code any more. Add a second factor again as soon as you can.',
  },
  recovery_code_used: {
    title: 'A recovery code of your login was used',
    message: 'Somebody used a recovery code instead of the authenticator app.',
  },
  recovery_codes_renewed: {
    title: 'The recovery codes of your login were renewed',
    message: 'The recovery codes of before work no more.',
  },
};

const NOT_YOU = 'If that was not you, set a new password at once and contact us.';

/** The alert about a change of a second factor. */
export const secondFactorChanged = ({
  change,
  recoveryCodesLeft,
}: {
  readonly change: SecondFactorChange;
  readonly recoveryCodesLeft: number;
}): Content => {
  const { title, message } = factorTexts[change];
  const left = change === 'recovery_code_used' ? ` Codes left: ${String(recoveryCodesLeft)}.` : '';
  return { title, message: `${message}${left} ${NOT_YOU}` };
};

interface OidcLinkChange {
  readonly provider: string;
  readonly change: 'added' | 'removed';
  readonly changedAt: string;
}

export const oidcLinkChanged = ({ provider, change, changedAt }: OidcLinkChange): Content => ({
  title: `A sign-in by ${provider} was ${change}`,
  message:
    `At ${minuteOf(changedAt)} an account of ${provider} was ${change === 'added' ? 'linked to' : 'removed from'} your account. ` +
    'If that was not you, set a new password, which removes it, and sign out everywhere.',
});

interface AccountLink {
  readonly purpose: AccountLinkPurpose;
  readonly token: string;
}

/** The e-mail with a link that proves or restores an address, or sets a password. */
export const accountLink = ({ purpose, token }: AccountLink): Content => {
  const { page, ...texts } = linkTexts[purpose];
  return { ...texts, actionUrl: `/account/${page}?token=${token}` };
};

interface AccountDeletion {
  readonly token: string;
  readonly dueAt: string;
}

/** The e-mail with the link that takes the deletion of an account back. */
export const accountDeletion = ({ token, dueAt }: AccountDeletion): Content => ({
  title: 'Your account will be deleted',
  message:
    `Your account at Tributary is suspended and will be erased after ${dueAt.slice(0, 10)}, as you requested. ` +
    'Until then you can sign in to keep the account. If you did not request it, keep the account and change your password.',
  actionUrl: `/account/cancel-deletion?token=${token}`,
  actionLabel: 'Keep the account',
});

const verifyPage = { page: 'verify-email', actionLabel: 'Confirm the address' } as const;

const linkTexts = {
  verify_email: {
    ...verifyPage,
    title: 'Confirm your e-mail address',
    message:
      'An account at Tributary was registered with this address. Please confirm that it is yours. ' +
      'If you did not register, do nothing.',
  },
  change_email: {
    ...verifyPage,
    title: 'Confirm your new e-mail address',
    message:
      'An account at Tributary is to be moved to this address. Please confirm that it is yours, ' +
      'within a day. If you did not request this, do nothing.',
  },
  restore_email: {
    page: 'restore-email',
    title: 'The e-mail address of your account was changed',
    message:
      'Your account at Tributary has another e-mail address now. If that was not you, take the ' +
      'change back within seven days: everybody is then signed out and the password stops working.',
    actionLabel: 'That was not me',
  },
  reset_password: {
    page: 'reset-password',
    title: 'Set a new password',
    message:
      'A new password was requested for your account at Tributary. The link is valid for 30 ' +
      'minutes. If you did not request it, do nothing.',
    actionLabel: 'Set a new password',
  },
} as const;

const names = { email: 'e-mail address', password: 'password' } as const;

export const credentialsChanged = (changed: readonly (keyof typeof names)[]): Content => {
  const what = changed.map((one) => names[one]).join(' and ');
  const verb = changed.length > 1 ? 'were' : 'was';
  return {
    title: `Your ${what} ${verb} changed`,
    message: `The ${what} of your account ${verb} changed just now. If that was not you, contact us at once.`,
  };
};
