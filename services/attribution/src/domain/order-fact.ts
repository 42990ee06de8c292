import { type ConversionSnapshot } from '@tributary/contracts';
import { isPublicAddress } from '@tributary/networks/addresses';
import { DAY_MS, MINUTE_MS } from '@tributary/units';

/** The coupon code of one affiliate in an order by the click of another. */
export interface CodeAndClick {
  readonly couponId: string;
  readonly codeAffiliateId: string;
  readonly clickAffiliateId: string;
}

/** What later orders are compared with. */
export interface OrderFact {
  readonly conversionId: string;
  readonly affiliateId: string | null;
  /** The customer within the brand, by e-mail hash or else by the shop's id; null when neither is known. */
  readonly customer: string | null;
  /** The address of the click. */
  readonly ip: string | null;
  /** The cookie of the order's click. */
  readonly visitorId: string | null;
  readonly userAgent: string | null;
  /** Absent where the order has no valid code, or none beside another affiliate's click. */
  readonly codeAndClick?: CodeAndClick;
  readonly convertedAt: Date;
  readonly createdAt: Date;
  /** The revision of the conversion; absent for 0. */
  readonly revision?: number;
}

/**
 * The keys of an order's customer, the most reliable first: by e-mail hash, then by the shop's id. Keys are per
 * brand, because ordering in two shops is no sign of fraud and a shop's orders are its own.
 */
export function customersOf({
  brandId,
  customerEmailHash,
  customerId,
}: Pick<ConversionSnapshot, 'brandId' | 'customerEmailHash' | 'customerId'>): string[] {
  const byEmail = customerEmailHash === null ? [] : [`${brandId}:email:${customerEmailHash}`];
  return customerId === null ? byEmail : [...byEmail, `${brandId}:id:${customerId}`];
}

/** The code and the click of an order, where they are valid and of two affiliates. */
function codeAndClickOf({ affiliateId, coupon }: ConversionSnapshot): CodeAndClick | undefined {
  if (coupon?.status !== 'valid') return undefined;
  const { couponId, affiliateId: codeAffiliateId, click } = coupon;
  const clickAffiliateId = click?.affiliateId ?? affiliateId;
  if (couponId === null || codeAffiliateId === null || clickAffiliateId === null) return undefined;
  return codeAffiliateId === clickAffiliateId
    ? undefined
    : { couponId, codeAffiliateId, clickAffiliateId };
}

export function orderFactOf(conversion: ConversionSnapshot): OrderFact {
  const { conversionId, affiliateId, ip, evidence, userAgent, revision } = conversion;
  const codeAndClick = codeAndClickOf(conversion);
  return {
    conversionId,
    affiliateId,
    customer: customersOf(conversion)[0] ?? null,
    ip: ip === '' ? null : ip,
    visitorId: evidence?.visitorId ?? null,
    userAgent,
    ...(codeAndClick === undefined ? {} : { codeAndClick }),
    convertedAt: new Date(conversion.convertedAt),
    createdAt: new Date(conversion.createdAt),
    ...(revision === undefined ? {} : { revision }),
  };
}

/** Whether `one` was tracked before `other`, by the platform's clock, which no shop can set. */
export function isBefore(one: OrderFact, other: OrderFact): boolean {
  const difference = one.createdAt.getTime() - other.createdAt.getTime();
  return difference === 0 ? one.conversionId < other.conversionId : difference < 0;
}

/** Whether two orders were placed within `ms` of each other, by the shop's clock. */
export const isWithin = (one: OrderFact, other: OrderFact, ms: number): boolean =>
  Math.abs(one.convertedAt.getTime() - other.convertedAt.getTime()) <= ms;

/** Clocks of shop and platform may differ by this much. */
export const CLOCK_SKEW_MS = 5 * MINUTE_MS;

export const earlierOrders = (count: number): string =>
  count === 1 ? '1 earlier order' : `${count} earlier orders`;

/** Whether another customer ordered from the address of the order or with its device. */
export const isShared = (order: OrderFact, others: readonly OrderFact[]): boolean =>
  others.some(
    ({ customer, ip, visitorId }) =>
      customer !== order.customer &&
      ((isPublicAddress(ip) && ip === order.ip) ||
        (visitorId !== null && visitorId === order.visitorId)),
  );

type IdentifiedOrder = Pick<OrderFact, 'convertedAt' | 'customer' | 'ip' | 'visitorId'>;

const identifiersOf = ({ ip, visitorId }: Pick<OrderFact, 'ip' | 'visitorId'>): string[] => [
  ...(isPublicAddress(ip) ? [`ip:${ip}`] : []),
  ...(visitorId === null ? [] : [`visitor:${visitorId}`]),
];

/**
 * How many of an affiliate's orders share a device or public address with another customer's, and on how many days it
 * had any. Orders without a customer count in the total only.
 */
export function countReused(orders: readonly IdentifiedOrder[]): {
  orders: number;
  reused: number;
  days: number;
} {
  const customersBy = new Map<string, Set<string>>();
  for (const order of orders) {
    if (order.customer === null) continue;
    for (const identifier of identifiersOf(order)) {
      const customers = customersBy.get(identifier) ?? new Set();
      customersBy.set(identifier, customers.add(order.customer));
    }
  }
  const isReused = (order: IdentifiedOrder): boolean =>
    order.customer !== null &&
    identifiersOf(order).some((identifier) => (customersBy.get(identifier)?.size ?? 0) > 1);
  const days = new Set(orders.map(({ convertedAt }) => Math.floor(convertedAt.getTime() / DAY_MS)));
  return { orders: orders.length, reused: orders.filter(isReused).length, days: days.size };
}
