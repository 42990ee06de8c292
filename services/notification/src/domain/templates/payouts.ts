import { type Language } from '@tributary/contracts';
import { template } from './template.ts';

interface Payout {
  readonly payoutId: string;
  readonly amountMinor: number;
  readonly netMinor: number;
  readonly currency: string;
  readonly referenceNumber: string;
}

const pageOf = ({ payoutId }: Pick<Payout, 'payoutId'>): string => `/payouts/${payoutId}`;

export const payoutCompleted = template<Payout>(pageOf, {
  en: ({ amountMinor, netMinor, currency, referenceNumber }, { amount }) => ({
    title: `Your payout of ${amount(amountMinor, currency)} has arrived`,
    message: `Payout ${referenceNumber} of ${amount(amountMinor, currency)} is completed; ${amount(netMinor, currency)} went to your account.`,
    action: 'See the payout',
  }),
  de: ({ amountMinor, netMinor, currency, referenceNumber }, { amount }) => ({
    title: `Ihre Auszahlung von ${amount(amountMinor, currency)} ist angekommen`,
    message: `Die Auszahlung ${referenceNumber} von ${amount(amountMinor, currency)} ist abgeschlossen; ${amount(netMinor, currency)} gingen auf Ihr Konto.`,
    action: 'Auszahlung ansehen',
  }),
  es: ({ amountMinor, netMinor, currency, referenceNumber }, { amount }) => ({
    title: `Tu pago de ${amount(amountMinor, currency)} ha llegado`,
    message: `El pago ${referenceNumber} de ${amount(amountMinor, currency)} se ha completado; en tu cuenta se han ingresado ${amount(netMinor, currency)}.`,
    action: 'Ver el pago',
  }),
});

export const payoutFailed = template<Payout>(pageOf, {
  en: ({ amountMinor, currency, referenceNumber }, { amount }) => ({
    title: `Your payout of ${amount(amountMinor, currency)} failed`,
    message: `Payout ${referenceNumber} of ${amount(amountMinor, currency)} could not be paid. The amount is in your balance again.`,
    action: 'See the payout',
  }),
  de: ({ amountMinor, currency, referenceNumber }, { amount }) => ({
    title: `Ihre Auszahlung von ${amount(amountMinor, currency)} ist fehlgeschlagen`,
    message: `Die Auszahlung ${referenceNumber} von ${amount(amountMinor, currency)} war nicht möglich. Der Betrag ist wieder in Ihrem Guthaben.`,
    action: 'Auszahlung ansehen',
  }),
  es: ({ amountMinor, currency, referenceNumber }, { amount }) => ({
    title: `Tu pago de ${amount(amountMinor, currency)} ha fallado`,
    message: `El pago ${referenceNumber} de ${amount(amountMinor, currency)} no se pudo realizar. El importe vuelve a estar en tu saldo.`,
    action: 'Ver el pago',
  }),
});

export const payoutRefunded = template<Payout>(pageOf, {
  en: ({ amountMinor, currency, referenceNumber }, { amount }) => ({
    title: `Your payout of ${amount(amountMinor, currency)} was taken back`,
    message: `The provider took payout ${referenceNumber} of ${amount(amountMinor, currency)} back. The amount is in your balance again.`,
    action: 'See the payout',
  }),
  de: ({ amountMinor, currency, referenceNumber }, { amount }) => ({
    title: `Ihre Auszahlung von ${amount(amountMinor, currency)} wurde zurückgebucht`,
    message: `Der Zahlungsdienst hat die Auszahlung ${referenceNumber} von ${amount(amountMinor, currency)} zurückgebucht. Der Betrag ist wieder in Ihrem Guthaben.`,
    action: 'Auszahlung ansehen',
  }),
  es: ({ amountMinor, currency, referenceNumber }, { amount }) => ({
    title: `Tu pago de ${amount(amountMinor, currency)} se ha revertido`,
    message: `El proveedor de pagos ha revertido el pago ${referenceNumber} de ${amount(amountMinor, currency)}. El importe vuelve a estar en tu saldo.`,
    action: 'Ver el pago',
  }),
});

/** The checks of payout by their codes; a check without a sentence is not explained. */
const checks: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    velocity: 'There were several payouts in the 24 hours before it.',
    amount_anomaly: 'The amount is much higher than those of your earlier payouts.',
    payment_method_changed: 'The payout account was changed less than 72 hours before.',
  },
  de: {
    velocity: 'In den 24 Stunden davor gab es bereits mehrere Auszahlungen.',
    amount_anomaly: 'Der Betrag ist viel höher als der Ihrer früheren Auszahlungen.',
    payment_method_changed: 'Das Auszahlungskonto wurde weniger als 72 Stunden davor geändert.',
  },
  es: {
    velocity: 'En las 24 horas anteriores hubo varios pagos.',
    amount_anomaly: 'El importe es mucho mayor que el de tus pagos anteriores.',
    payment_method_changed: 'La cuenta en la que cobras se cambió menos de 72 horas antes.',
  },
};

const explain = (language: Language, codes: readonly string[]): string =>
  codes.map((code) => ` ${checks[language][code] ?? ''}`.trimEnd()).join('');

type HeldPayout = Payout & { readonly reasons: readonly { readonly code: string }[] };

const codesOf = ({ reasons }: HeldPayout): string[] => reasons.map(({ code }) => code);

export const payoutHeld = template<HeldPayout>(pageOf, {
  en: (payout, { amount }) => ({
    title: `Your payout of ${amount(payout.amountMinor, payout.currency)} waits for a check`,
    message: `Payout ${payout.referenceNumber} waits until we have checked it.${explain('en', codesOf(payout))} If you did not request it, contact us at once.`,
    action: 'See the payout',
  }),
  de: (payout, { amount }) => ({
    title: `Ihre Auszahlung von ${amount(payout.amountMinor, payout.currency)} wird geprüft`,
    message: `Die Auszahlung ${payout.referenceNumber} wartet, bis wir sie geprüft haben.${explain('de', codesOf(payout))} Wenn Sie sie nicht angefordert haben, wenden Sie sich sofort an uns.`,
    action: 'Auszahlung ansehen',
  }),
  es: (payout, { amount }) => ({
    title: `Tu pago de ${amount(payout.amountMinor, payout.currency)} está en comprobación`,
    message: `El pago ${payout.referenceNumber} espera a que lo comprobemos.${explain('es', codesOf(payout))} Si no lo has solicitado, ponte en contacto con nosotros enseguida.`,
    action: 'Ver el pago',
  }),
});
