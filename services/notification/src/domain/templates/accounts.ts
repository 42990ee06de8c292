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
  es: () => ({
    title: 'Tu cuenta está suspendida',
    message:
      'Un administrador ha suspendido tu cuenta. Si crees que es un error, ponte en contacto con nosotros.',
    action: 'Ver tu cuenta',
  }),
});

interface SignIn {
  /** A program and its system, such as `Chrome on Windows`. */
  readonly device: string;
  readonly network: string;
  readonly signedInAt: string;
}

/** identity names devices in English. */
const deviceIn = (preposition: string, device: string): string =>
  device.replace(' on ', ` ${preposition} `);

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
      `${deviceIn('unter', device)}, ${network}. Wenn Sie das nicht waren, ändern Sie Ihr Passwort und melden Sie alle Geräte ab.`,
    action: 'Sitzungen ansehen',
  }),
  es: ({ device, network, signedInAt }, { minute }) => ({
    title: 'Inicio de sesión desde un dispositivo nuevo',
    message:
      `Alguien inició sesión en tu cuenta el ${minute(signedInAt)}: ` +
      `${deviceIn('en', device)}, ${network}. Si no fuiste tú, cambia la contraseña y cierra la sesión en todas partes.`,
    action: 'Ver tus sesiones',
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
      `Am ${minute(endedAt)} wurde ein bereits ersetztes Cookie Ihrer Sitzung (${deviceIn('unter', device ?? 'unbekanntes Gerät')}, ` +
      `${network ?? 'unbekanntes Netz'}) verwendet; jemand hat es möglicherweise kopiert. ` +
      'Die Sitzung ist beendet. Melden Sie sich neu an, und ändern Sie Ihr Passwort, wenn Sie den Grund nicht kennen.',
    action: 'Sitzungen ansehen',
  }),
  es: ({ device, network, endedAt }, { minute }) => ({
    title: 'Se ha cerrado una sesión en un navegador',
    message:
      `El ${minute(endedAt)} se usó una cookie de tu sesión (${deviceIn('en', device ?? 'dispositivo desconocido')}, ` +
      `${network ?? 'red desconocida'}) que ya se había sustituido, así que es posible que alguien la haya copiado. ` +
      'La sesión ha terminado. Inicia sesión de nuevo y, si no sabes a qué se debe, cambia la contraseña.',
    action: 'Ver tus sesiones',
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
const spanishParts = {
  both: 'Se han cambiado tu correo electrónico y tu contraseña',
  email: 'Se ha cambiado tu correo electrónico',
  password: 'Se ha cambiado tu contraseña',
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
  es: (changed) => ({
    title: spanishParts[changedParts(changed)],
    message: `${spanishParts[changedParts(changed)]} hace un momento. Si no fuiste tú, ponte en contacto con nosotros enseguida.`,
    action: 'Revisar tu cuenta',
  }),
});
