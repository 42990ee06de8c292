import { type Conversion } from './conversion.ts';

type Named = Pick<Conversion, 'brandId' | 'customerEmailHash' | 'customerId'>;

/** What names the customer of an order within the brand: by e-mail, by the shop's own id; none where unnamed. */
export function customerKeys({ brandId, customerEmailHash, customerId }: Named): string[] {
  return [
    ...(customerEmailHash === null ? [] : [`${brandId} email ${customerEmailHash}`]),
    ...(customerId === null ? [] : [`${brandId} id ${customerId}`]),
  ];
}

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
