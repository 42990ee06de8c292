import { type Language, languageOf } from '@tributary/contracts';

/** The texts of an e-mail around its notifications. */
export interface EmailTexts {
  /** The value of the HTML `lang` attribute. */
  readonly language: Language;
  readonly hello: (name?: string) => string;
  /** The label of a link without one. */
  readonly open: string;
  readonly footer: string;
  readonly unsubscribe: string;
  readonly digestTitle: (count: number) => string;
  readonly digestIntro: (count: number) => string;
  /** For a digest whose further notifications follow in another e-mail. */
  readonly firstDigestIntro: (count: number) => string;
}

const updates = (count: number): string => `${String(count)} ${count === 1 ? 'update' : 'updates'}`;
const neuigkeiten = (count: number): string =>
  `${String(count)} ${count === 1 ? 'Neuigkeit' : 'Neuigkeiten'}`;
const novedades = (count: number): string =>
  `${String(count)} ${count === 1 ? 'novedad' : 'novedades'}`;

const emailTexts: Readonly<Record<Language, EmailTexts>> = {
  en: {
    language: 'en',
    hello: (name) => (name === undefined ? 'Hello,' : `Hello ${name},`),
    open: 'Open',
    footer: 'You get this because of your notification settings at Tributary.',
    unsubscribe: 'No more of these e-mails',
    digestTitle: (count) => `Your digest: ${updates(count)}`,
    digestIntro: (count) =>
      `since the last digest there ${count === 1 ? 'was' : 'were'} ${updates(count)}:`,
    firstDigestIntro: (count) =>
      `these are the first ${updates(count)} since the last digest; the others follow in another e-mail:`,
  },
  de: {
    language: 'de',
    hello: (name) => (name === undefined ? 'Guten Tag,' : `Guten Tag ${name},`),
    open: 'Öffnen',
    footer: 'Sie erhalten dies aufgrund Ihrer Benachrichtigungseinstellungen bei Tributary.',
    unsubscribe: 'Keine solchen E-Mails mehr',
    digestTitle: (count) => `Ihre Zusammenfassung: ${neuigkeiten(count)}`,
    digestIntro: (count) => `seit der letzten Zusammenfassung gab es ${neuigkeiten(count)}:`,
    firstDigestIntro: (count) =>
      `dies sind die ersten ${neuigkeiten(count)} seit der letzten Zusammenfassung; die übrigen folgen in einer weiteren E-Mail:`,
  },
  es: {
    language: 'es',
    hello: (name) => (name === undefined ? 'Hola:' : `Hola, ${name}:`),
    open: 'Abrir',
    footer: 'Recibes este mensaje por tus preferencias de notificaciones en Tributary.',
    unsubscribe: 'No recibir más correos de este tipo',
    digestTitle: (count) => `Tu resumen: ${novedades(count)}`,
    digestIntro: (count) => `Desde el último resumen ha habido ${novedades(count)}:`,
    firstDigestIntro: (count) =>
      `Desde el último resumen ha habido más de ${novedades(count)}; estas son las primeras, y las demás llegarán en otro correo:`,
  },
};

/** English for a locale without texts. */
export const emailTextsFor = (locale: string): EmailTexts => emailTexts[languageOf(locale) ?? 'en'];
