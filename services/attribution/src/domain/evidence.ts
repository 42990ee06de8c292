import { type AttributionSettings, type ConversionSnapshot } from '@tributary/contracts';
import { DAY_MS } from '@tributary/units';
import { type AccountGroup } from './account-group.ts';
import { type AffiliateTraffic } from './affiliate-traffic.ts';
import { type Network } from '@tributary/networks/ranges';
import { type LinkedReviews } from './linked-accounts.ts';
import { isBefore, orderFactOf, type OrderFact } from './order-fact.ts';
import { type Journey } from './touch.ts';

/** How far around an order other orders are gathered; no signal may look further. */
export const EVIDENCE_WINDOW_MS = 30 * DAY_MS;

/** An affiliate's orders that brands reviewed in the 90 days before an order's day. */
export interface ReviewHistory {
  readonly reviewed: number;
  /** Those that were rejected as fraud. */
  readonly fraud: number;
  /** The same of other accounts of its owner; absent where none is known. */
  readonly linked?: LinkedReviews;
}

/** An affiliate's orders of the 90 days before an order's day. */
export interface RefundHistory {
  readonly orders: number;
  readonly refunded: number;
}

/** An affiliate's orders of the 30 days before an order's day. */
export interface ReuseHistory {
  readonly orders: number;
  /** Orders that share a device or address with another customer's. */
  readonly reused: number;
  /** Days with an order. */
  readonly days: number;
}

/** An affiliate's own mailboxes (keyed hashes) and recent addresses. */
export interface AffiliateIdentity {
  readonly mailboxHashes: readonly string[];
  readonly ips: readonly string[];
}

/** Orders, and how many of them were taken back since. */
export interface TakenBack {
  readonly orders: number;
  readonly refunded: number;
}

/** What is known of an order only some time after it. */
export interface Hindsight {
  /** Whether the click's address is a data centre's, a VPN's or Tor's by a list. */
  readonly isListed: boolean;
  /** Other orders of the affiliate that share customer, device or line with the order. */
  readonly neighbours: TakenBack;
  /** The customer's other orders through the affiliate. */
  readonly ofCustomer: TakenBack;
  /** The group that the affiliate belongs to, where the order came by what its accounts share. */
  readonly group: AccountGroup | null;
}

/** What stores know around a conversion. */
export interface GatheredEvidence {
  /** Orders around the conversion; the conversion itself and later orders may be among them. */
  readonly ordersOfCustomer: readonly OrderFact[];
  readonly ordersFromAddress: readonly OrderFact[];
  readonly ordersOnDevice: readonly OrderFact[];
  /** The listed networks of the click's and the order's address; null when neither is public. */
  readonly networks: readonly Network[] | null;
  /** Whether the click opened a page; null when the browser did not state it. */
  readonly navigated: boolean | null;
  readonly identity: AffiliateIdentity | null;
  readonly reviews: ReviewHistory;
  readonly refunds: RefundHistory;
  readonly reuse: ReuseHistory;
  /** Null when the affiliate's traffic is not counted. */
  readonly traffic: AffiliateTraffic | null;
  /** Null when the order is judged for the first time. */
  readonly hindsight: Hindsight | null;
}

/** All that a signal can read. The lists of orders hold earlier ones only. */
export interface Evidence extends GatheredEvidence {
  readonly conversion: ConversionSnapshot;
  /** The conversion as it is compared with other orders. */
  readonly order: OrderFact;
  /** The campaign's settings when the conversion was tracked. */
  readonly settings: AttributionSettings;
  readonly journey: Journey;
}

/** Completes gathered evidence, and leaves out orders that were tracked later. */
export function evidenceOf(
  conversion: ConversionSnapshot,
  { settings, journey }: Pick<Evidence, 'settings' | 'journey'>,
  gathered: GatheredEvidence,
): Evidence {
  const order = orderFactOf(conversion);
  const earlier = (orders: readonly OrderFact[]) => orders.filter((one) => isBefore(one, order));
  return {
    ...gathered,
    conversion,
    order,
    settings,
    journey,
    ordersOfCustomer: earlier(gathered.ordersOfCustomer),
    ordersFromAddress: earlier(gathered.ordersFromAddress),
    ordersOnDevice: earlier(gathered.ordersOnDevice),
  };
}
