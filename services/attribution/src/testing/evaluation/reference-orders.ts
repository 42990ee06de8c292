import { type ClickRow, type ConversionSnapshot, opensPage } from '@tributary/contracts';
import { type Form, inventTraffic, networkList, type Traffic } from '@tributary/traffic';
import { DAY_MS, MINUTE_MS } from '@tributary/units';
import { type TrafficCounts } from '../../domain/affiliate-traffic.ts';
import { type AssessmentContext } from '../../domain/assessment.ts';
import { defaultSettings } from '../../domain/attribution.ts';
import { type GatheredEvidence } from '../../domain/evidence.ts';
import { journeyOf, paceOf } from '../../domain/journey.ts';
import { createNetworkLookup, type Network, rangeOf } from '@tributary/networks';
import { isPublicAddress } from '@tributary/networks/addresses';
import { countReused, type OrderFact, orderFactOf } from '../../domain/order-fact.ts';
import { type Touch } from '../../domain/touch.ts';

const START = new Date('2026-03-01T00:00:00.000Z');
const SIZE = { honest: 2, attackers: 1, honestOrders: 40, attackOrders: 30 } as const;

function remembering<Key, Value>(compute: (key: Key) => Value) {
  const known = new Map<Key, Value>();
  return (key: Key): Value => {
    const value = known.get(key) ?? compute(key);
    known.set(key, value);
    return value;
  };
}

export interface ReferenceOrder {
  readonly conversion: ConversionSnapshot;
  readonly context: AssessmentContext;
}

const ranges = networkList.split('\n').flatMap((line) => {
  const [cidr = '', network] = line.split(' ');
  return rangeOf(cidr, network as Network) ?? [];
});
const findNetwork = createNetworkLookup(ranges);

/** Exact counts where the service has estimates. */
function countsOf(
  clicks: readonly ClickRow[],
  orders: readonly ConversionSnapshot[],
): TrafficCounts {
  const described = clicks.map(opensPage).filter((navigated) => navigated !== null);
  const paces = orders.map(({ clickedAt, convertedAt }) =>
    paceOf(clickedAt === null ? null : new Date(clickedAt), new Date(convertedAt)),
  );
  return {
    clicks: clicks.length,
    described: described.length,
    navigations: described.filter(Boolean).length,
    listed: clicks.filter(({ ip }) => findNetwork(ip) !== null).length,
    orders: orders.length,
    slowOrders: paces.filter(({ isSlow }) => isSlow).length,
    lateOrders: paces.filter(({ isLate }) => isLate).length,
    quickOrders: paces.filter(({ isQuick }) => isQuick).length,
    visitors: new Set(clicks.map(({ visitorId }) => visitorId)).size,
    addresses: new Set(clicks.map(({ ip }) => ip)).size,
  };
}

const dayOf = (at: string | Date): number => Math.floor(new Date(at).getTime() / DAY_MS);

const NO_HISTORY = {
  traffic: null,
  refunds: { orders: 0, refunded: 0 },
  reuse: { orders: 0, reused: 0, days: 0 },
  reviews: { reviewed: 0, fraud: 0 },
};

/** What is known of affiliates from the days before an order's day. */
function openHistories(clicks: readonly ClickRow[], orders: readonly ConversionSnapshot[]) {
  const clicksByDay = Map.groupBy(clicks, ({ occurredAt }) => dayOf(occurredAt));
  const ordersByDay = Map.groupBy(orders, ({ convertedAt }) => dayOf(convertedAt));
  const before = <Item>(byDay: ReadonlyMap<number, readonly Item[]>, end: number): Item[] =>
    [...byDay].flatMap(([day, items]) => (day < end ? items : []));
  const openDay = (day: number) => {
    const [earlierClicks, earlierOrders] = [before(clicksByDay, day), before(ordersByDay, day)];
    const clicksBy = Map.groupBy(earlierClicks, ({ affiliateId }) => affiliateId);
    const ordersBy = Map.groupBy(earlierOrders, ({ affiliateId }) => affiliateId);
    const campaign = countsOf(earlierClicks, earlierOrders);
    return remembering((affiliateId: string) => {
      const own = ordersBy.get(affiliateId) ?? [];
      // A fifth of the orders of every fourth affiliate was refunded.
      const refunded = affiliateId < '4' ? Math.floor(own.length / 5) : 0;
      const reviewed = Math.floor(own.length / 3);
      return {
        traffic: { affiliate: countsOf(clicksBy.get(affiliateId) ?? [], own), campaign },
        refunds: { orders: own.length, refunded },
        reuse: countReused(own.map(orderFactOf)),
        reviews: { reviewed, fraud: Math.min(reviewed, refunded) },
      };
    });
  };
  const days = remembering(openDay);
  return ({ affiliateId, createdAt }: ConversionSnapshot) =>
    affiliateId === null ? NO_HISTORY : days(dayOf(createdAt))(affiliateId);
}

/** Orders that the invented traffic has too few of: bursts, old clicks, no agent, a private address. */
function varied(order: ConversionSnapshot, index: number, first: ConversionSnapshot) {
  const step = index % 40;
  const later = (at: string, minutes: number) =>
    new Date(Date.parse(at) + minutes * MINUTE_MS).toISOString();
  if (step > 0 && step < 8) {
    const { customerEmailHash, ip, affiliateId, clickedAt } = first;
    const at = later(first.convertedAt, step * 2 * (index % 3));
    return {
      ...order,
      customerEmailHash,
      ip,
      affiliateId,
      clickedAt,
      convertedAt: at,
      createdAt: at,
    };
  }
  if (step === 10)
    return { ...order, affiliateId: null, clickedAt: later(order.convertedAt, -50_000) };
  if (step === 11) return { ...order, affiliateId: null, clickedAt: later(order.convertedAt, 30) };
  if (step === 12) return { ...order, userAgent: '', evidence: null };
  if (step === 13) return { ...order, userAgent: null, clickId: null, clickedAt: null };
  return step === 14 ? { ...order, ip: '10.0.0.1' } : order;
}

const touchOf = ({ affiliateId, clickId, linkId, occurredAt }: ClickRow): Touch => ({
  affiliateId,
  clickId,
  linkId,
  occurredAt: new Date(occurredAt),
});

const networksOf = ({ ip, evidence }: ConversionSnapshot): readonly Network[] | null => {
  const addresses = [ip, evidence?.buyerIp ?? null].filter(isPublicAddress);
  return addresses.length === 0 ? null : addresses.flatMap((one) => findNetwork(one) ?? []);
};

/** The affiliates' own mailboxes and addresses. */
function openIdentities({ users, signIns }: Traffic['world']) {
  const emails = new Map(users.map(({ userId, email }) => [userId, email]));
  return ({ affiliateId }: ConversionSnapshot): GatheredEvidence['identity'] => {
    const email = emails.get(affiliateId ?? '');
    if (email === undefined) return null;
    const ips = signIns.filter(({ userId }) => userId === affiliateId).map(({ ip }) => ip);
    return { mailboxHashes: [email], ips };
  };
}

/** Orders with something in common with an order; later ones are among them. */
function openNeighbours(orders: readonly ConversionSnapshot[]) {
  const facts = orders.map(orderFactOf);
  const byCustomer = Map.groupBy(facts, ({ customer }) => customer);
  const byAddress = Map.groupBy(facts, ({ ip }) => ip);
  const byDevice = Map.groupBy(facts, ({ visitorId }) => visitorId);
  return ({ customer, ip, visitorId }: OrderFact) => ({
    ordersOfCustomer: byCustomer.get(customer) ?? [],
    ordersFromAddress: byAddress.get(ip) ?? [],
    ordersOnDevice: byDevice.get(visitorId) ?? [],
  });
}

function ordersOf({ world }: Traffic): ReferenceOrder[] {
  const orders = world.conversions.map((order, index, all) =>
    varied(order, index, all[index - (index % 40)] ?? order),
  );
  const clicks = new Map(world.clicks.map((click) => [click.clickId, click]));
  const clicksOf = Map.groupBy(world.clicks, ({ visitorId }) => visitorId);
  const historyOf = openHistories(world.clicks, orders);
  const neighboursOf = openNeighbours(orders);
  const identityOf = openIdentities(world);
  return orders.map((conversion, index) => {
    const click = clicks.get(conversion.clickId ?? '');
    const touches = (clicksOf.get(click?.visitorId ?? '') ?? []).map(touchOf);
    const settings = { ...defaultSettings, fingerprintingEnabled: index % 3 !== 0 };
    const evidence = {
      ...historyOf(conversion),
      ...neighboursOf(orderFactOf(conversion)),
      networks: networksOf(conversion),
      identity: identityOf(conversion),
      navigated: click === undefined ? null : opensPage(click),
      hindsight: null,
    };
    const journey = journeyOf(conversion, touches, settings);
    return { conversion, context: { settings, journey, visitorId: null, evidence } };
  });
}

/** Orders of an invented month with all that is known of each, the same in every run. */
export const referenceOrders = (): ReferenceOrder[] =>
  (['plain', 'evasive'] satisfies Form[]).flatMap((form) =>
    ordersOf(
      inventTraffic({ seed: 7, form, start: START, size: SIZE, hashEmail: (email) => email }),
    ),
  );
