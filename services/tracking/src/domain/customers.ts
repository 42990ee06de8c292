import { type Conversion } from './conversion.ts';

/** The fields that identify a customer: the e-mail's hash, the shop's own id. */
export const customerFields = ['customerEmailHash', 'customerId'] as const;
export type CustomerField = (typeof customerFields)[number];

/** The key of a customer within the brand. */
export const customerKey = (brandId: string, field: CustomerField, value: string): string =>
  `${brandId} ${field} ${value}`;

/** The keys of an order's customer; empty where the order identifies none. */
export const customerKeys = (order: Pick<Conversion, 'brandId' | CustomerField>): string[] =>
  customerFields.flatMap((field) => {
    const value = order[field];
    return value === null ? [] : [customerKey(order.brandId, field, value)];
  });

/**
 * Marks each new order whose customer has no earlier order among the brand's conversions; null where the
 * order identifies no customer. Within a group the first order is the new customer's.
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
