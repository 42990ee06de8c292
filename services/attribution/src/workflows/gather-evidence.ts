import { type ConversionSnapshot } from '@tributary/contracts';
import { isPublicAddress } from '@tributary/networks/addresses';
import { type Deps } from '../deps.ts';
import { type GatheredEvidence } from '../domain/evidence.ts';
import { type OrderFact, orderFactOf } from '../domain/order-fact.ts';

type Sources = Pick<
  Deps,
  | 'neighbours'
  | 'reviewHistories'
  | 'refundHistories'
  | 'reuseHistories'
  | 'traffic'
  | 'identities'
  | 'findNetwork'
>;

/** The listed networks of the click's and the order's address; null when neither is public. */
function networksOf(
  { ip, evidence }: ConversionSnapshot,
  findNetwork: Deps['findNetwork'],
): GatheredEvidence['networks'] {
  const addresses = [ip, evidence?.buyerIp ?? null].filter(isPublicAddress);
  return addresses.length === 0 ? null : addresses.flatMap((one) => findNetwork(one) ?? []);
}

/** Orders around each order that share its customer, address or device; itself is among them. */
export async function gatherNeighbours(
  { neighbours }: Pick<Sources, 'neighbours'>,
  orders: readonly OrderFact[],
) {
  const [ofCustomers, fromAddresses, onDevices] = await Promise.all([
    neighbours.listOfCustomers(orders),
    neighbours.listFromAddresses(orders.filter(({ ip }) => isPublicAddress(ip))),
    neighbours.listOnDevices(orders),
  ]);
  // Orders of one customer share one list, so that a script's 500 orders are not copied 500 times.
  const byCustomer = Map.groupBy(ofCustomers, ({ customer }) => customer);
  const byAddress = Map.groupBy(fromAddresses, ({ ip }) => ip);
  const byDevice = Map.groupBy(onDevices, ({ visitorId }) => visitorId);
  return orders.map(({ customer, ip, visitorId }) => ({
    ordersOfCustomer: byCustomer.get(customer) ?? [],
    ordersFromAddress: byAddress.get(ip) ?? [],
    ordersOnDevice: byDevice.get(visitorId) ?? [],
  }));
}

const noNeighbours = { ordersOfCustomer: [], ordersFromAddress: [], ordersOnDevice: [] };

/** Gathers evidence around conversions with ten queries, however many conversions there are. */
export async function gatherEvidence(
  sources: Sources,
  conversions: readonly ConversionSnapshot[],
): Promise<Omit<GatheredEvidence, 'navigated'>[]> {
  const at = conversions.map(({ campaignId, affiliateId, createdAt }) => ({
    campaignId,
    affiliateId,
    at: new Date(createdAt),
  }));
  const [neighbours, reviews, refunds, reuse, traffic, identities] = await Promise.all([
    gatherNeighbours(sources, conversions.map(orderFactOf)),
    sources.reviewHistories.listAt(at),
    sources.refundHistories.listAt(at),
    sources.reuseHistories.listAt(at),
    sources.traffic.listAt(at),
    sources.identities.findMany(at.map(({ affiliateId }) => affiliateId)),
  ]);
  return conversions.map((conversion, index) => ({
    ...(neighbours[index] ?? noNeighbours),
    networks: networksOf(conversion, sources.findNetwork),
    identity: identities[index] ?? null,
    reviews: reviews[index] ?? { reviewed: 0, fraud: 0 },
    refunds: refunds[index] ?? { orders: 0, refunded: 0 },
    reuse: reuse[index] ?? { orders: 0, reused: 0, days: 0 },
    traffic: traffic[index] ?? null,
    hindsight: null,
  }));
}
