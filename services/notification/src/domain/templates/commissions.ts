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
});
