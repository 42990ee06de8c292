import { template } from './template.ts';

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
    es: () => ({
      title: 'Confirma tu correo electrónico',
      message:
        'Se ha registrado una cuenta de Tributary con esta dirección. Confirma que es tuya. ' +
        'Si no te has registrado, no tienes que hacer nada.',
      action: 'Confirmar la dirección',
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
    es: () => ({
      title: 'Confirma tu nuevo correo electrónico',
      message:
        'Una cuenta de Tributary va a pasar a esta dirección. Confirma en el plazo de un día que es tuya. ' +
        'Si no lo has pedido, no tienes que hacer nada.',
      action: 'Confirmar la dirección',
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
    es: () => ({
      title: 'Se ha cambiado el correo electrónico de tu cuenta',
      message:
        'Tu cuenta de Tributary tiene ahora otro correo electrónico. Si no fuiste tú, deshaz el cambio en el plazo ' +
        'de siete días: se cerrarán todas las sesiones y la contraseña dejará de valer.',
      action: 'No fui yo',
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
    es: () => ({
      title: 'Elige una nueva contraseña',
      message:
        'Se ha pedido una nueva contraseña para tu cuenta de Tributary. El enlace vale 30 minutos. ' +
        'Si no la has pedido, no tienes que hacer nada.',
      action: 'Elegir una nueva contraseña',
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
  es: ({ dueAt }, { day }) => ({
    title: 'Tu cuenta se va a eliminar',
    message:
      `Tu cuenta de Tributary está suspendida y se eliminará después del ${day(dueAt)}, como has pedido. ` +
      'Hasta entonces puedes iniciar sesión para conservarla. Si no lo has pedido, conserva la cuenta y cambia la contraseña.',
    action: 'Conservar la cuenta',
  }),
});
