import { type Language } from '@tributary/contracts';
import { type Channel } from '../notification.ts';
import { template } from './template.ts';

const settingsPage = (): string => '/settings/notifications';

interface BouncedChannel {
  readonly channel: 'email' | 'sms';
  readonly address: string;
}

const messagesOf = {
  en: { email: 'E-mails', sms: 'Text messages' },
  de: { email: 'E-Mails', sms: 'SMS-Nachrichten' },
  es: { email: 'Los correos', sms: 'Los SMS' },
} as const;

export const channelSwitchedOff = template<BouncedChannel>(settingsPage, {
  en: ({ channel, address }) => ({
    title: `${messagesOf.en[channel]} do not reach you`,
    message:
      `${messagesOf.en[channel]} to ${address} are refused for good, so we send none any more. ` +
      'They come again once you change it in your profile, or switch them on again in your notification settings.',
    action: 'Open the settings',
  }),
  de: ({ channel, address }) => ({
    title: `${messagesOf.de[channel]} erreichen Sie nicht`,
    message:
      `${messagesOf.de[channel]} an ${address} werden dauerhaft abgewiesen, daher senden wir keine mehr. ` +
      'Sie kommen wieder, sobald Sie die Angabe in Ihrem Profil ändern oder sie in den Benachrichtigungseinstellungen wieder einschalten.',
    action: 'Einstellungen öffnen',
  }),
  es: ({ channel, address }) => ({
    title: `${messagesOf.es[channel]} no te llegan`,
    message:
      `${messagesOf.es[channel]} a ${address} se rechazan de forma permanente, así que ya no los enviamos. ` +
      'Volverán a llegar cuando cambies ese dato en tu perfil o los actives de nuevo en tus preferencias de notificaciones.',
    action: 'Abrir las preferencias',
  }),
});

const channelNames: Readonly<Record<Language, Readonly<Record<Channel, string>>>> = {
  en: { email: 'by e-mail', push: 'by push', sms: 'by text message', in_app: 'in the product' },
  de: { email: 'per E-Mail', push: 'per Push', sms: 'per SMS', in_app: 'in der Anwendung' },
  es: { email: 'por correo', push: 'por push', sms: 'por SMS', in_app: 'en la aplicación' },
};

export const testNotification = template<Channel>(settingsPage, {
  en: (channel) => ({
    title: 'Test notification',
    message: `This is a test. Notifications ${channelNames.en[channel]} reach you.`,
    action: 'Open the settings',
  }),
  de: (channel) => ({
    title: 'Testbenachrichtigung',
    message: `Dies ist ein Test. Benachrichtigungen ${channelNames.de[channel]} erreichen Sie.`,
    action: 'Einstellungen öffnen',
  }),
  es: (channel) => ({
    title: 'Notificación de prueba',
    message: `Esto es una prueba. Las notificaciones ${channelNames.es[channel]} te llegan.`,
    action: 'Abrir las preferencias',
  }),
});
