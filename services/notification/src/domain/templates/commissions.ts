import { type Formats } from './formats.ts';
import { template } from './template.ts';

interface Commission {
  readonly commissionId: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly campaignName: string;
  readonly orderId: string;
}

const pageOf = ({ commissionId }: Commission): string => `/commissions/${commissionId}`;

export const commissionEarned = template<Commission>(pageOf, {
  en: ({ amountMinor, currency, campaignName, orderId }, { amount }) => ({
    title: `You earned ${amount(amountMinor, currency)}`,
    message: `Order ${orderId} in ${campaignName} earned you a commission of ${amount(amountMinor, currency)}.`,
    action: 'See the commission',
  }),
  de: ({ amountMinor, currency, campaignName, orderId }, { amount }) => ({
    title: `Sie haben ${amount(amountMinor, currency)} verdient`,
    message: `Die Bestellung ${orderId} in ${campaignName} hat Ihnen eine Provision von ${amount(amountMinor, currency)} eingebracht.`,
    action: 'Provision ansehen',
  }),
  es: ({ amountMinor, currency, campaignName, orderId }, { amount }) => ({
    title: `Has ganado ${amount(amountMinor, currency)}`,
    message: `El pedido ${orderId} de ${campaignName} te ha dado una comisión de ${amount(amountMinor, currency)}.`,
    action: 'Ver la comisión',
  }),
});

export const commissionApproved = template<Commission>(pageOf, {
  en: ({ amountMinor, currency, campaignName, orderId }, { amount }) => ({
    title: `${amount(amountMinor, currency)} can be paid out`,
    message: `Your commission of ${amount(amountMinor, currency)} for order ${orderId} in ${campaignName} is approved.`,
    action: 'See the commission',
  }),
  de: ({ amountMinor, currency, campaignName, orderId }, { amount }) => ({
    title: `${amount(amountMinor, currency)} sind auszahlbar`,
    message: `Ihre Provision von ${amount(amountMinor, currency)} für die Bestellung ${orderId} in ${campaignName} ist freigegeben.`,
    action: 'Provision ansehen',
  }),
  es: ({ amountMinor, currency, campaignName, orderId }, { amount }) => ({
    title: `Ya puedes cobrar ${amount(amountMinor, currency)}`,
    message: `Tu comisión de ${amount(amountMinor, currency)} por el pedido ${orderId} de ${campaignName} está aprobada.`,
    action: 'Ver la comisión',
  }),
});

interface MovedCredit {
  readonly campaignId: string;
  /** Empty where it is not known. */
  readonly campaignName: string;
  /** One per currency. */
  readonly totals: readonly {
    readonly currency: string;
    readonly conversions: number;
    readonly beforeMinor: number;
    readonly afterMinor: number;
  }[];
}

const campaignPage = ({ campaignId }: MovedCredit): string => `/campaigns/${campaignId}`;

/** `12 orders: $144.00 before, $120.00 now`, for each currency. */
const movedAmounts = (
  { totals }: MovedCredit,
  { amount, count }: Formats,
  words: Readonly<Record<'order' | 'orders' | 'before' | 'now', string>>,
): string =>
  totals
    .map(({ currency, conversions, beforeMinor, afterMinor }) => {
      const orders = `${count(conversions)} ${conversions === 1 ? words.order : words.orders}`;
      const [before, now] = [amount(beforeMinor, currency), amount(afterMinor, currency)];
      return `${orders}: ${before} ${words.before}, ${now} ${words.now}`;
    })
    .join('; ');

const english = { order: 'order', orders: 'orders', before: 'before', now: 'now' };
const german = { order: 'Bestellung', orders: 'Bestellungen', before: 'vorher', now: 'jetzt' };
const spanish = { order: 'pedido', orders: 'pedidos', before: 'antes', now: 'ahora' };

const campaignOf = ({ campaignName }: MovedCredit, unknown: string): string =>
  campaignName === '' ? unknown : campaignName;

export const attributionChanged = template<MovedCredit>(campaignPage, {
  en: (moved, formats) => ({
    title: `Your commissions in ${campaignOf(moved, 'a campaign')} changed`,
    message: `The brand switched the attribution model of past orders. Your commissions of ${movedAmounts(moved, formats, english)}.`,
    action: 'See the campaign',
  }),
  de: (moved, formats) => ({
    title: `Ihre Provisionen in ${campaignOf(moved, 'einer Kampagne')} haben sich geändert`,
    message: `Die Marke hat das Attributionsmodell vergangener Bestellungen gewechselt. Ihre Provisionen für ${movedAmounts(moved, formats, german)}.`,
    action: 'Kampagne ansehen',
  }),
  es: (moved, formats) => ({
    title: `Tus comisiones en ${campaignOf(moved, 'una campaña')} han cambiado`,
    message: `La marca ha cambiado el modelo de atribución de pedidos anteriores. Tus comisiones por ${movedAmounts(moved, formats, spanish)}.`,
    action: 'Ver la campaña',
  }),
});

export const attributionChangeUndone = template<MovedCredit>(campaignPage, {
  en: (moved, formats) => ({
    title: `Your commissions in ${campaignOf(moved, 'a campaign')} were restored`,
    message: `The brand took back a switch of the attribution model. Your commissions of ${movedAmounts(moved, formats, english)}.`,
    action: 'See the campaign',
  }),
  de: (moved, formats) => ({
    title: `Ihre Provisionen in ${campaignOf(moved, 'einer Kampagne')} wurden wiederhergestellt`,
    message: `Die Marke hat einen Wechsel des Attributionsmodells zurückgenommen. Ihre Provisionen für ${movedAmounts(moved, formats, german)}.`,
    action: 'Kampagne ansehen',
  }),
  es: (moved, formats) => ({
    title: `Tus comisiones en ${campaignOf(moved, 'una campaña')} se han restablecido`,
    message: `La marca ha deshecho un cambio del modelo de atribución. Tus comisiones por ${movedAmounts(moved, formats, spanish)}.`,
    action: 'Ver la campaña',
  }),
});
