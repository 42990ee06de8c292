import { type Conversion } from './conversion.ts';

/** By what orders name their customer: the e-mail's hash, the shop's own id. */
export const customerFields = ['customerEmailHash', 'customerId'] as const;
export type CustomerField = (typeof customerFields)[number];

/** A customer by one of these names, which are the brand's. */
export const customerKey = (brandId: string, field: CustomerField, name: string): string =>
  `${brandId} ${field} ${name}`;

/** What names the customer of an order; none where it names nobody. */
export const customerKeys = (order: Pick<Conversion, 'brandId' | CustomerField>): string[] =>
  customerFields.flatMap((field) => {
    const name = order[field];
    return name === null ? [] : [customerKey(order.brandId, field, name)];
  });

/**
 * Notes with each new order whether its customer had ordered before, as far as the brand's orders with
 * affiliates tell; null where it names no customer. Of a group the first one is new.
 */
export function withNewCustomers(
  fresh: readonly Conversion[],
  known: ReadonlySet<string>,
): Conversion[] {
  const seen = new Set(known);
  return fresh.map((conversion) => {
    const keys = customerKeys(conversion);
    const isNewCustomer = keys.length === 0 ? null : !keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return { ...conversion, isNewCustomer };
  });
}
