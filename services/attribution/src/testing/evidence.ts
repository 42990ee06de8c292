import { type ConversionSnapshot, type OrderEvidence } from '@tributary/contracts';
import { aConversion } from '@tributary/testing';
import { SECOND_MS } from '@tributary/units';
import { type AffiliateTraffic, type TrafficCounts } from '../domain/affiliate-traffic.ts';
import { defaultSettings } from '../domain/attribution.ts';
import {
  type Evidence,
  evidenceOf,
  type GatheredEvidence,
  type Hindsight,
} from '../domain/evidence.ts';
import { journeyOf } from '../domain/journey.ts';
import { orderFactOf, type OrderFact } from '../domain/order-fact.ts';

/** A public address, unlike the default of `aConversion`. */
export const PUBLIC_IP = '88.64.10.20';

/** Evidence around an order that shares nothing with other orders. */
export const noEvidence: GatheredEvidence = {
  ordersOfCustomer: [],
  ordersFromAddress: [],
  ordersOnDevice: [],
  networks: null,
  navigated: null,
  identity: null,
  reviews: { reviewed: 0, fraud: 0 },
  refunds: { orders: 0, refunded: 0 },
  reuse: { orders: 0, reused: 0, days: 0 },
  traffic: null,
  hindsight: null,
};

/** What is known later of an order that shares nothing with other orders. */
export const hindsight = (given: Partial<Hindsight> = {}): Hindsight => ({
  isListed: false,
  neighbours: { orders: 0, refunded: 0 },
  ofCustomer: { orders: 0, refunded: 0 },
  group: null,
  ...given,
});

/** The evidence of a conversion; `given` replaces parts of it. */
export const evidenceFor = (
  conversion: ConversionSnapshot,
  given: Partial<Evidence> = {},
): Evidence => {
  const journey = journeyOf(conversion, [], defaultSettings);
  return {
    ...evidenceOf(conversion, { settings: defaultSettings, journey }, noEvidence),
    ...given,
  };
};

export const anEvidence = (given: Partial<Evidence> = {}): Evidence =>
  evidenceFor(aConversion(), given);

/** The evidence of an order that came so long after its click. */
export function evidenceAfter(seconds: number, given: Partial<Evidence> = {}): Evidence {
  const convertedAt = '2026-05-01T12:00:00.000Z';
  const clickedAt = new Date(Date.parse(convertedAt) - seconds * SECOND_MS).toISOString();
  return evidenceFor(aConversion({ clickedAt, convertedAt }), given);
}

/** What a shop and the browser reported about an order; nothing but a cookie unless given. */
export const orderEvidence = (given: Partial<OrderEvidence> = {}): OrderEvidence => ({
  visitorId: 'cookie',
  clickCountry: null,
  buyerIp: null,
  buyerUserAgent: null,
  buyerCountry: null,
  mailboxHash: null,
  isDisposableEmail: null,
  cartOpenedAt: null,
  ...given,
});

/** An order of a customer of one brand, as other orders are compared with it. */
export const orderOfCustomer = (
  customerEmailHash: string,
  given: Partial<OrderFact> = {},
): OrderFact => ({
  ...orderFactOf(
    aConversion({
      brandId: 'brand',
      affiliateId: 'affiliate',
      customerEmailHash,
      ip: PUBLIC_IP,
      evidence: orderEvidence(),
    }),
  ),
  ...given,
});

const usualCounts: TrafficCounts = {
  clicks: 1_000,
  described: 900,
  navigations: 880,
  orders: 50,
  slowOrders: 10,
  lateOrders: 5,
  quickOrders: 1,
  listed: 10,
  visitors: 800,
  addresses: 700,
};

const usualOthers: TrafficCounts = {
  ...usualCounts,
  clicks: 20_000,
  orders: 1_000,
  slowOrders: 200,
  lateOrders: 100,
  quickOrders: 20,
  listed: 400,
  visitors: 16_000,
  addresses: 12_000,
};

/** An affiliate's traffic beside that of the campaign's others; both are usual but for what is given. */
export function trafficOf(
  affiliate: Partial<TrafficCounts> = {},
  others: Partial<TrafficCounts> = {},
): AffiliateTraffic {
  const own = { ...usualCounts, ...affiliate };
  const rest = { ...usualOthers, ...others };
  const kinds = Object.keys(own) as (keyof TrafficCounts)[];
  const campaign = Object.fromEntries(kinds.map((kind) => [kind, own[kind] + rest[kind]]));
  return { affiliate: own, campaign: campaign as Record<keyof TrafficCounts, number> };
}
