import { type ClaimReason, claimReasons } from '@tributary/contracts';
import { following, template } from './template.ts';

const claimsPage = (): string => '/claims';

interface ReceivedClaim {
  readonly orderId: string;
  readonly expiresAt: string;
}

export const claimReceived = template<ReceivedClaim>(claimsPage, {
  en: ({ orderId, expiresAt }, { day }) => ({
    title: 'An affiliate misses an order',
    message: `An affiliate claims order ${orderId}, which no conversion shows. Please decide by ${day(expiresAt)}.`,
    action: 'Decide the claim',
  }),
  de: ({ orderId, expiresAt }, { day }) => ({
    title: 'Ein Affiliate vermisst eine Bestellung',
    message: `Ein Affiliate meldet die Bestellung ${orderId}, zu der es keine Conversion gibt. Bitte entscheiden Sie bis ${day(expiresAt)}.`,
    action: 'Jetzt entscheiden',
  }),
  es: ({ orderId, expiresAt }, { day }) => ({
    title: 'Un afiliado echa en falta un pedido',
    message: `Un afiliado reclama el pedido ${orderId}, que no aparece en ninguna conversión. Decide como muy tarde el ${day(expiresAt)}.`,
    action: 'Decidir ahora',
  }),
});

interface DecidedClaim {
  readonly orderId: string;
  readonly status: string;
  readonly reason: string | null;
  readonly notes: string | null;
}

const isKnown = (reason: string | null): reason is ClaimReason =>
  claimReasons.some((known) => known === reason);

type Sentences = Readonly<Record<ClaimReason | 'accepted' | 'unknown', string>>;

const sentenceOf = ({ status, reason }: DecidedClaim, sentences: Sentences): string => {
  if (status === 'accepted') return sentences.accepted;
  return sentences[isKnown(reason) ? reason : 'unknown'];
};

const english: Sentences = {
  accepted: 'The order is now a conversion of yours and waits for the brand’s approval.',
  already_credited: 'The order is credited to you.',
  credited_elsewhere: 'The order is credited to somebody else by the campaign’s attribution.',
  conversion_rejected: 'The order was credited to you, and the brand declined it.',
  conversion_reversed: 'The order was credited to you, and was refunded.',
  closed_without_credit: 'The order is known and closed, and is credited to nobody.',
  unknown_order: 'The brand finds no such order.',
  not_referred: 'In the brand’s view the customer did not come through you.',
  order_cancelled: 'The order was cancelled or refunded.',
  outside_terms: 'The campaign does not pay for such an order.',
  other: 'The brand has another reason.',
  not_decided_in_time: 'The brand did not decide in time. You may claim the order once more.',
  unknown: 'The claim is closed.',
};

const german: Sentences = {
  accepted: 'Sie ist jetzt eine Conversion von Ihnen und wartet auf die Freigabe der Marke.',
  already_credited: 'Sie ist Ihnen gutgeschrieben.',
  credited_elsewhere: 'Die Attribution der Kampagne hat sie jemand anderem gutgeschrieben.',
  conversion_rejected: 'Sie war Ihnen gutgeschrieben, und die Marke hat sie abgelehnt.',
  conversion_reversed: 'Sie war Ihnen gutgeschrieben und wurde erstattet.',
  closed_without_credit: 'Sie ist bekannt und abgeschlossen, ohne jemandem gutgeschrieben zu sein.',
  unknown_order: 'Die Marke findet keine solche Bestellung.',
  not_referred: 'Laut der Marke kam die Kundschaft nicht über Sie.',
  order_cancelled: 'Sie wurde storniert oder erstattet.',
  outside_terms: 'Die Kampagne bezahlt solche Bestellungen nicht.',
  other: 'Die Marke hat einen anderen Grund.',
  not_decided_in_time:
    'Die Marke hat nicht rechtzeitig entschieden. Sie können die Bestellung noch einmal melden.',
  unknown: 'Der Vorgang ist abgeschlossen.',
};

const spanish: Sentences = {
  accepted: 'El pedido es ahora una conversión tuya y espera la aprobación de la marca.',
  already_credited: 'El pedido ya se te ha acreditado.',
  credited_elsewhere: 'La atribución de la campaña ha acreditado el pedido a otra persona.',
  conversion_rejected: 'El pedido se te había acreditado y la marca lo ha rechazado.',
  conversion_reversed: 'El pedido se te había acreditado y se ha reembolsado.',
  closed_without_credit: 'El pedido ya está decidido, sin acreditarse a nadie.',
  unknown_order: 'La marca no encuentra ese pedido.',
  not_referred: 'Según la marca, el cliente no llegó por ti.',
  order_cancelled: 'El pedido se canceló o se reembolsó.',
  outside_terms: 'La campaña no paga un pedido así.',
  other: 'La marca tiene otro motivo.',
  not_decided_in_time: 'La marca no decidió a tiempo. Puedes reclamar el pedido una vez más.',
  unknown: 'La reclamación está cerrada.',
};

const englishResults: Readonly<Record<string, string>> = {
  accepted: 'was accepted',
  refused: 'was refused',
  expired: 'has expired',
};
const germanResults: Readonly<Record<string, string>> = {
  accepted: 'anerkannt',
  refused: 'abgelehnt',
  expired: 'nicht entschieden',
};
const spanishResults: Readonly<Record<string, string>> = {
  accepted: 'aceptada',
  refused: 'rechazada',
  expired: 'caducada',
};

export const claimDecided = template<DecidedClaim>(claimsPage, {
  en: (claim) => ({
    title: `Your claim to order ${claim.orderId} ${englishResults[claim.status] ?? 'is answered'}`,
    message: `${sentenceOf(claim, english)}${following('The brand’s note', claim.notes)}`,
    action: 'See your claims',
  }),
  de: (claim) => ({
    title: `Vermisste Bestellung ${claim.orderId}: ${germanResults[claim.status] ?? 'beantwortet'}`,
    message: `${sentenceOf(claim, german)}${following('Anmerkung der Marke', claim.notes)}`,
    action: 'Ansehen',
  }),
  es: (claim) => ({
    title: `Tu reclamación del pedido ${claim.orderId}: ${spanishResults[claim.status] ?? 'respondida'}`,
    message: `${sentenceOf(claim, spanish)}${following('Nota de la marca', claim.notes)}`,
    action: 'Ver tus reclamaciones',
  }),
});
