import { type Language } from '@tributary/contracts';
import { type PasswordFault, passwordFaults } from '../domain/password.ts';

/** The pages behind mailed links. Each shows a form, because mail scanners open every link. */
export const accountPages = [
  'verify-email',
  'restore-email',
  'reset-password',
  'cancel-deletion',
] as const;
export type AccountPage = (typeof accountPages)[number];

interface PageTexts {
  readonly title: string;
  readonly question: string;
  readonly button: string;
  readonly done: string;
}

interface AccountPageTexts {
  readonly pages: Readonly<Record<AccountPage, PageTexts>>;
  readonly newPassword: string;
  readonly faults: Readonly<Record<PasswordFault, string>>;
  /** For a link that is used, replaced or expired. */
  readonly invalidLink: { readonly title: string; readonly explanation: string };
}

/** The texts of the pages in every language. */
export const accountPageTexts: Readonly<Record<Language, AccountPageTexts>> = {
  en: {
    pages: {
      'verify-email': {
        title: 'Confirm your e-mail address',
        question: 'Is this the e-mail address of your Tributary account?',
        button: 'Confirm the address',
        done: 'Your e-mail address is confirmed.',
      },
      'restore-email': {
        title: 'Take back the change of your e-mail address',
        question:
          'Your account gets its former address back, everybody is signed out, and the password stops working.',
        button: 'Take the change back',
        done: 'Your account has its former address again. We have mailed you a link to set a new password.',
      },
      'reset-password': {
        title: 'Set a new password',
        question: 'Everybody is signed out, and all passkeys and API keys of your account end.',
        button: 'Set the password',
        done: 'Your new password is set. Sign in with it. The members of your team stay: remove those you do not know.',
      },
      'cancel-deletion': {
        title: 'Keep your account',
        question: 'Your account will not be deleted, and works as before.',
        button: 'Keep the account',
        done: 'Your account stays. Sign in as before.',
      },
    },
    newPassword: 'New password',
    faults: passwordFaults,
    invalidLink: {
      title: 'This link is not valid any more',
      explanation:
        'It was used before, replaced by a newer one, or it has expired. Request another.',
    },
  },
  de: {
    pages: {
      'verify-email': {
        title: 'Bestätigen Sie Ihre E-Mail-Adresse',
        question: 'Ist dies die E-Mail-Adresse Ihres Kontos bei Tributary?',
        button: 'Adresse bestätigen',
        done: 'Ihre E-Mail-Adresse ist bestätigt.',
      },
      'restore-email': {
        title: 'Nehmen Sie die Änderung Ihrer E-Mail-Adresse zurück',
        question:
          'Ihr Konto erhält seine frühere Adresse zurück, alle werden abgemeldet, und das Passwort gilt nicht mehr.',
        button: 'Änderung zurücknehmen',
        done: 'Ihr Konto hat wieder seine frühere Adresse. Wir haben Ihnen einen Link gesandt, mit dem Sie ein neues Passwort festlegen.',
      },
      'reset-password': {
        title: 'Legen Sie ein neues Passwort fest',
        question: 'Alle werden abgemeldet, und alle Passkeys und API-Schlüssel Ihres Kontos enden.',
        button: 'Passwort festlegen',
        done: 'Ihr neues Passwort gilt. Melden Sie sich damit an. Die Mitglieder Ihres Teams bleiben: Entfernen Sie, wen Sie nicht kennen.',
      },
      'cancel-deletion': {
        title: 'Behalten Sie Ihr Konto',
        question: 'Ihr Konto wird nicht gelöscht und funktioniert wie bisher.',
        button: 'Konto behalten',
        done: 'Ihr Konto bleibt. Melden Sie sich an wie bisher.',
      },
    },
    newPassword: 'Neues Passwort',
    faults: {
      short: 'Das Passwort braucht mindestens 10 Zeichen.',
      long: 'Das Passwort darf höchstens 200 Zeichen haben.',
      common: 'Das Passwort ist eines der häufigsten. Wählen Sie ein anderes.',
      own: 'Das Passwort darf weder Ihren Namen noch Ihre E-Mail-Adresse enthalten.',
    },
    invalidLink: {
      title: 'Dieser Link gilt nicht mehr',
      explanation:
        'Er wurde schon verwendet, durch einen neueren ersetzt oder ist abgelaufen. Fordern Sie einen neuen an.',
    },
  },
  es: {
    pages: {
      'verify-email': {
        title: 'Confirma tu correo electrónico',
        question: '¿Es este el correo electrónico de tu cuenta de Tributary?',
        button: 'Confirmar la dirección',
        done: 'Tu correo electrónico está confirmado.',
      },
      'restore-email': {
        title: 'Deshaz el cambio de tu correo electrónico',
        question:
          'Tu cuenta recupera su dirección anterior, se cierran todas las sesiones y la contraseña deja de valer.',
        button: 'Deshacer el cambio',
        done: 'Tu cuenta vuelve a tener su dirección anterior. Te hemos enviado un enlace para elegir una nueva contraseña.',
      },
      'reset-password': {
        title: 'Elige una nueva contraseña',
        question:
          'Se cierran todas las sesiones, y todas las llaves de acceso y claves de API de tu cuenta dejan de valer.',
        button: 'Guardar la contraseña',
        done: 'Tu nueva contraseña ya vale. Inicia sesión con ella. Los miembros de tu equipo se mantienen: quita a quienes no conozcas.',
      },
      'cancel-deletion': {
        title: 'Conserva tu cuenta',
        question: 'Tu cuenta no se eliminará y funcionará como hasta ahora.',
        button: 'Conservar la cuenta',
        done: 'Tu cuenta se conserva. Inicia sesión como siempre.',
      },
    },
    newPassword: 'Nueva contraseña',
    faults: {
      short: 'La contraseña necesita al menos 10 caracteres.',
      long: 'La contraseña puede tener como máximo 200 caracteres.',
      common: 'La contraseña es una de las más usadas. Elige otra.',
      own: 'La contraseña no puede contener tu nombre ni tu correo electrónico.',
    },
    invalidLink: {
      title: 'Este enlace ya no vale',
      explanation: 'Ya se usó, se sustituyó por uno más reciente o ha caducado. Pide otro.',
    },
  },
};
