import { type AccountGroup, thingsOf } from './account-group.ts';
import { type Hindsight, type TakenBack } from './evidence.ts';
import { type OrderFact } from './order-fact.ts';
import { type SharedThing } from './shared-thing.ts';

interface Known {
  /** Other orders around the order that share its customer, address or device. */
  readonly ordersOfCustomer: readonly OrderFact[];
  readonly ordersFromAddress: readonly OrderFact[];
  readonly ordersOnDevice: readonly OrderFact[];
  /** The conversions among them that were refunded or charged back. */
  readonly refunded: ReadonlySet<string>;
  /** Whether the click's address is a data centre's, a VPN's or Tor's by a list. */
  readonly isListed: boolean;
  /** The groups of the brand's affiliates. */
  readonly groups: readonly AccountGroup[];
  /** The name under which the groups know a thing; null where things cannot be hashed. */
  readonly nameOf: (thing: SharedThing) => SharedThing | null;
}

/** What is known of an order some time after it. */
export function hindsightOf(order: OrderFact, known: Known): Hindsight {
  const {
    ordersOfCustomer,
    ordersFromAddress,
    ordersOnDevice,
    refunded,
    isListed,
    groups,
    nameOf,
  } = known;
  const ofAffiliate = (one: OrderFact): boolean => one.affiliateId === order.affiliateId;
  const takenBack = (orders: readonly OrderFact[]): TakenBack => ({
    orders: orders.length,
    refunded: orders.filter(({ conversionId }) => refunded.has(conversionId)).length,
  });
  const neighbours = new Map(
    [...ordersOfCustomer, ...ordersFromAddress, ...ordersOnDevice]
      .filter(ofAffiliate)
      .map((one) => [one.conversionId, one]),
  );
  const things = new Set(thingsOf(order).map(nameOf));
  const group = groups.find(
    (one) =>
      one.accounts.includes(order.affiliateId ?? '') &&
      one.things.some((thing) => things.has(thing)),
  );
  return {
    isListed,
    neighbours: takenBack([...neighbours.values()]),
    ofCustomer: takenBack(ordersOfCustomer.filter(ofAffiliate)),
    group: group ?? null,
  };
}
