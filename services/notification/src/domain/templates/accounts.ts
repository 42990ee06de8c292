import { template } from './template.ts';

/** The page of sessions, passkeys, second factors and linked sign-ins. */
export const securityPage = (): string => '/settings/security';

export const accountSuspended = template(() => '/settings/account', {
  en: () => ({
    title: 'Your account is suspended',
    message: 'An administrator suspended your account. Contact us if you think this is a mistake.',
    action: 'See your account',
  }),
  de: () => ({
    title: 'Ihr Konto ist gesperrt',
    message:
      'Die Verwaltung hat Ihr Konto gesperrt. Wenden Sie sich an uns, wenn Sie das für einen Irrtum halten.',
    action: 'Konto ansehen',
  }),
});

interface SignIn {
  /** A program and its system, such as `Chrome on Windows`. */
  readonly device: string;
  readonly network: string;
  readonly signedInAt: string;
}

/** identity names devices in English. */
const inGerman = (device: string): string => device.replace(' on ', ' unter ');

export const newDevice = template<SignIn>(securityPage, {
  en: ({ device, network, signedInAt }, { minute }) => ({
    title: 'A sign-in from a new device',
    message:
      `Somebody signed in to your account on ${minute(signedInAt)}: ` +
      `${device}, ${network}. If that was not you, change your password and sign out everywhere.`,
    action: 'See your sessions',
  }),
  de: ({ device, network, signedInAt }, { minute }) => ({
    title: 'Eine Anmeldung mit einem neuen Gerät',
    message:
      `Jemand hat sich am ${minute(signedInAt)} bei Ihrem Konto angemeldet: ` +
      `${inGerman(device)}, ${network}. Wenn Sie das nicht waren, ändern Sie Ihr Passwort und melden Sie alle Geräte ab.`,
    action: 'Sitzungen ansehen',
  }),
});

interface EndedSession {
  readonly device: string | null;
  readonly network: string | null;
  readonly endedAt: string;
}

/** A copied cookie ended the session. */
export const sessionReused = template<EndedSession>(securityPage, {
  en: ({ device, network, endedAt }, { minute }) => ({
    title: 'A session in a browser was ended',
    message:
      `On ${minute(endedAt)} a cookie of your session (${device ?? 'unknown device'}, ` +
      `${network ?? 'unknown network'}) was used that had been replaced, so somebody may have copied it. ` +
      'The session has ended; sign in again, and change your password if you do not know why.',
    action: 'See your sessions',
  }),
  de: ({ device, network, endedAt }, { minute }) => ({
    title: 'Eine Sitzung in einem Browser wurde beendet',
    message:
      `Am ${minute(endedAt)} wurde ein bereits ersetztes Cookie Ihrer Sitzung (${inGerman(device ?? 'unbekanntes Gerät')}, ` +
      `${network ?? 'unbekanntes Netz'}) verwendet; jemand hat es möglicherweise kopiert. ` +
      'Die Sitzung ist beendet. Melden Sie sich neu an, und ändern Sie Ihr Passwort, wenn Sie den Grund nicht kennen.',
    action: 'Sitzungen ansehen',
  }),
});

interface AccountLink {
  readonly token: string;
}

const linkTo =
  (page: string) =>
  ({ token }: AccountLink): string =>
    `/account/${page}?token=${token}`;

/** The e-mails with a link that proves or restores an address, or sets a password, by its purpose. */
export const accountLinks = {
  verify_email: template<AccountLink>(linkTo('verify-email'), {
    en: () => ({
      title: 'Confirm your e-mail address',
      message:
        'An account at Tributary was registered with this address. Please confirm that it is yours. ' +
        'If you did not register, do nothing.',
      action: 'Confirm the address',
    }),
    de: () => ({
      title: 'Bestätigen Sie Ihre E-Mail-Adresse',
      message:
        'Mit dieser Adresse wurde ein Konto bei Tributary eröffnet. Bitte bestätigen Sie, dass es Ihre ist. ' +
        'Wenn Sie sich nicht registriert haben, brauchen Sie nichts zu tun.',
      action: 'Adresse bestätigen',
    }),
  }),
  change_email: template<AccountLink>(linkTo('verify-email'), {
    en: () => ({
      title: 'Confirm your new e-mail address',
      message:
        'An account at Tributary is to be moved to this address. Please confirm that it is yours, ' +
        'within a day. If you did not request this, do nothing.',
      action: 'Confirm the address',
    }),
    de: () => ({
      title: 'Bestätigen Sie Ihre neue E-Mail-Adresse',
      message:
        'Ein Konto bei Tributary soll auf diese Adresse umgestellt werden. Bitte bestätigen Sie innerhalb eines Tages, ' +
        'dass es Ihre ist. Wenn Sie das nicht angefordert haben, brauchen Sie nichts zu tun.',
      action: 'Adresse bestätigen',
    }),
  }),
  restore_email: template<AccountLink>(linkTo('restore-email'), {
    en: () => ({
      title: 'The e-mail address of your account was changed',
      message:
        'Your account at Tributary has another e-mail address now. If that was not you, take the ' +
        'change back within seven days: everybody is then signed out and the password stops working.',
      action: 'That was not me',
    }),
    de: () => ({
      title: 'Die E-Mail-Adresse Ihres Kontos wurde geändert',
      message:
        'Ihr Konto bei Tributary hat jetzt eine andere E-Mail-Adresse. Wenn Sie das nicht waren, nehmen Sie die ' +
        'Änderung innerhalb von sieben Tagen zurück: Dann werden alle abgemeldet, und das Passwort gilt nicht mehr.',
      action: 'Das war ich nicht',
    }),
  }),
  reset_password: template<AccountLink>(linkTo('reset-password'), {
    en: () => ({
      title: 'Set a new password',
      message:
        'A new password was requested for your account at Tributary. The link is valid for 30 ' +
        'minutes. If you did not request it, do nothing.',
      action: 'Set a new password',
    }),
    de: () => ({
      title: 'Legen Sie ein neues Passwort fest',
      message:
        'Für Ihr Konto bei Tributary wurde ein neues Passwort angefordert. Der Link gilt 30 Minuten. ' +
        'Wenn Sie es nicht angefordert haben, brauchen Sie nichts zu tun.',
      action: 'Neues Passwort festlegen',
    }),
  }),
} as const;

interface AccountDeletion extends AccountLink {
  readonly dueAt: string;
}

/** The e-mail with the link that takes the deletion of an account back. */
export const accountDeletion = template<AccountDeletion>(linkTo('cancel-deletion'), {
  en: ({ dueAt }, { day }) => ({
    title: 'Your account will be deleted',
    message:
      `Your account at Tributary is suspended and will be erased after ${day(dueAt)}, as you requested. ` +
      'Until then you can sign in to keep the account. If you did not request it, keep the account and change your password.',
    action: 'Keep the account',
  }),
  de: ({ dueAt }, { day }) => ({
    title: 'Ihr Konto wird gelöscht',
    message:
      `Ihr Konto bei Tributary ist gesperrt und wird nach dem ${day(dueAt)} gelöscht, wie Sie es angefordert haben. ` +
      'Bis dahin können Sie sich anmelden, um es zu behalten. Wenn Sie das nicht angefordert haben, behalten Sie das Konto und ändern Sie Ihr Passwort.',
    action: 'Konto behalten',
  }),
});

/** What was changed, first the address. */
type Credentials = readonly ('email' | 'password')[];

const changedParts = (changed: Credentials): 'both' | 'email' | 'password' =>
  changed.length > 1 ? 'both' : (changed[0] ?? 'password');

const englishParts = {
  both: 'e-mail address and password were',
  email: 'e-mail address was',
  password: 'password was',
} as const;
const germanParts = {
  both: 'Ihre E-Mail-Adresse und Ihr Passwort wurden',
  email: 'Ihre E-Mail-Adresse wurde',
  password: 'Ihr Passwort wurde',
} as const;

export const credentialsChanged = template<Credentials>(securityPage, {
  en: (changed) => ({
    title: `Your ${englishParts[changedParts(changed)]} changed`,
    message: `Your ${englishParts[changedParts(changed)]} changed just now. If that was not you, contact us at once.`,
    action: 'Check your account',
  }),
  de: (changed) => ({
    title: `${germanParts[changedParts(changed)]} geändert`,
    message: `${germanParts[changedParts(changed)]} soeben geändert. Wenn Sie das nicht waren, wenden Sie sich sofort an uns.`,
    action: 'Konto prüfen',
  }),
});
