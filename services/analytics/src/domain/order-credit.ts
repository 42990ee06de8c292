import { type OrderCredit } from './rollup.ts';

/** Whether two credits name another affiliate, link or currency. */
export const changesCredit = (now: OrderCredit, before: OrderCredit): boolean =>
  now.affiliateId !== before.affiliateId ||
  now.linkId !== before.linkId ||
  now.currency !== before.currency;

/** The credit of a commission's order as the commission states it: absent where it is the commission's own, or not known. */
export function creditOfOrder(
  commission: OrderCredit,
  order: OrderCredit | undefined,
): { readonly order?: OrderCredit } {
  if (order === undefined || !changesCredit(order, commission)) return {};
  const { affiliateId, linkId, currency } = order;
  return { order: { affiliateId, linkId, currency } };
}
