import { type Language, languageOf } from '@tributary/contracts';

/** The texts of the page behind the unsubscribe link. */
export interface UnsubscribeTexts {
  readonly language: Language;
  readonly title: string;
  readonly question: string;
  readonly button: string;
  readonly done: readonly string[];
}

const texts: Readonly<Record<Language, UnsubscribeTexts>> = {
  en: {
    language: 'en',
    title: 'E-mails from Tributary',
    question: 'Do you want no more e-mails on your commissions, payouts and campaigns?',
    button: 'Send me no more e-mails',
    done: [
      'You get no more of these e-mails. Alerts on the security of your account still come.',
      'You can switch them on again in your notification settings.',
    ],
  },
  de: {
    language: 'de',
    title: 'E-Mails von Tributary',
    question: 'Möchten Sie keine E-Mails mehr zu Ihren Provisionen, Auszahlungen und Kampagnen?',
    button: 'Keine E-Mails mehr senden',
    done: [
      'Sie erhalten diese E-Mails nicht mehr. Warnungen zur Sicherheit Ihres Kontos kommen weiterhin.',
      'In Ihren Benachrichtigungseinstellungen können Sie sie wieder einschalten.',
    ],
  },
  es: {
    language: 'es',
    title: 'Correos de Tributary',
    question: '¿Quieres dejar de recibir correos sobre tus comisiones, pagos y campañas?',
    button: 'No enviarme más correos',
    done: [
      'Ya no recibirás estos correos. Los avisos sobre la seguridad de tu cuenta seguirán llegando.',
      'Puedes activarlos de nuevo en tus preferencias de notificaciones.',
    ],
  },
};

/** English for a locale without texts. */
export const unsubscribeTextsFor = (locale: string): UnsubscribeTexts =>
  texts[languageOf(locale) ?? 'en'];
