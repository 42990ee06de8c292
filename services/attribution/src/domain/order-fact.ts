import { type ConversionSnapshot } from '@tributary/contracts';

/** What is remembered of an order for the sake of those that come after it. */
export interface OrderFact {
  readonly conversionId: string;
  readonly affiliateId: string | null;
  /** One customer of one brand: by the e-mail's hash, else by the shop's own id; null if unnamed. */
  readonly customer: string | null;
  /** The visitor's address. */
  readonly ip: string | null;
  /** The cookie of the order's click. */
  readonly visitorId: string | null;
  readonly userAgent: string | null;
  readonly convertedAt: Date;
  readonly createdAt: Date;
}

/**
 * What names the customer of an order, the surest first: the e-mail's hash, then the shop's own id. Per
 * brand, because buying in two shops is no sign of anything, and one shop's orders are its own.
 */
export function customersOf({
  brandId,
  customerEmailHash,
  customerId,
}: Pick<ConversionSnapshot, 'brandId' | 'customerEmailHash' | 'customerId'>): string[] {
  const byEmail = customerEmailHash === null ? [] : [`${brandId}:email:${customerEmailHash}`];
  return customerId === null ? byEmail : [...byEmail, `${brandId}:id:${customerId}`];
}

export const factOf = (conversion: ConversionSnapshot): OrderFact => ({
  conversionId: conversion.conversionId,
  affiliateId: conversion.affiliateId,
  customer: customersOf(conversion)[0] ?? null,
  ip: conversion.ip === '' ? null : conversion.ip,
  visitorId: conversion.evidence?.visitorId ?? null,
  userAgent: conversion.userAgent,
  convertedAt: new Date(conversion.convertedAt),
  createdAt: new Date(conversion.createdAt),
});

/** Whether `earlier` was reported before `fact`: by time of arrival, which no caller can choose. */
export function isBefore(earlier: OrderFact, fact: OrderFact): boolean {
  const difference = earlier.createdAt.getTime() - fact.createdAt.getTime();
  return difference === 0 ? earlier.conversionId < fact.conversionId : difference < 0;
}

/** Whether two orders were placed within `ms` of each other, by the times that the shop gave. */
export const isWithin = (one: OrderFact, other: OrderFact, ms: number): boolean =>
  Math.abs(one.convertedAt.getTime() - other.convertedAt.getTime()) <= ms;

/** An order as reuse is looked for. */
type Identified = Pick<OrderFact, 'customer' | 'ip' | 'visitorId'>;

/**
 * How many of an affiliate's orders share their device or public address with another customer's.
 * Orders that name no customer are nobody's in particular, and count in the whole only.
 */
export function reusedAmong(
  facts: readonly Identified[],
  isPublicAddress: (ip: string | null) => boolean,
): { orders: number; reused: number } {
  const customersBy = new Map<string, Set<string>>();
  const keysOf = ({ ip, visitorId }: Identified): string[] => [
    ...(ip !== null && isPublicAddress(ip) ? [`ip:${ip}`] : []),
    ...(visitorId === null ? [] : [`visitor:${visitorId}`]),
  ];
  for (const fact of facts) {
    if (fact.customer === null) continue;
    for (const key of keysOf(fact)) {
      const customers = customersBy.get(key) ?? new Set();
      customersBy.set(key, customers.add(fact.customer));
    }
  }
  const isReused = (fact: Identified): boolean =>
    fact.customer !== null && keysOf(fact).some((key) => (customersBy.get(key)?.size ?? 0) > 1);
  return { orders: facts.length, reused: facts.filter(isReused).length };
}
