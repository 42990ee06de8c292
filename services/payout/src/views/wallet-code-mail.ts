import { type Language, languageOf } from '@tributary/contracts';

interface Mail {
  readonly subject: string;
  readonly text: string;
}

const mails: Readonly<Record<Language, (code: string) => Mail>> = {
  en: (code) => ({
    subject: 'Confirm your wallet for payouts',
    text: `Your code is ${code}. It is valid for 30 minutes.\n`,
  }),
  de: (code) => ({
    subject: 'Bestätigen Sie Ihr Wallet für Auszahlungen',
    text: `Ihr Code lautet ${code}. Er gilt 30 Minuten.\n`,
  }),
  es: (code) => ({
    subject: 'Confirma tu monedero para los pagos',
    text: `Tu código es ${code}. Vale 30 minutos.\n`,
  }),
};

/** The mail with the code that verifies a wallet; English for a locale without texts. */
export const walletCodeMail = (code: string, locale: string): Mail =>
  mails[languageOf(locale) ?? 'en'](code);
