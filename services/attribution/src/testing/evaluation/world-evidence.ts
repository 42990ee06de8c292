import { type ClickRow, type ConversionSnapshot, mailboxOf, opensPage } from '@tributary/contracts';
import { createNetworkLookup, type Network, rangeOf } from '@tributary/networks';
import { isPublicAddress } from '@tributary/networks/addresses';
import { networkList, type RedTeamTraffic, type Traffic } from '@tributary/traffic';
import { type AffiliateTraffic } from '../../domain/affiliate-traffic.ts';
import { type AssessmentContext } from '../../domain/assessment.ts';
import { groupAccounts, sumByAccount } from '../../domain/account-group.ts';
import { type GatheredEvidence } from '../../domain/evidence.ts';
import { journeyOf } from '../../domain/journey.ts';
import { countReused, type OrderFact, orderFactOf } from '../../domain/order-fact.ts';
import { hindsightOf } from '../../domain/later-evidence.ts';
import { type LaterEvidence } from '../../domain/second-verdict.ts';
import { type SharedThing } from '../../domain/shared-thing.ts';
import { type Touch } from '../../domain/touch.ts';
import { deviceOf } from '../tracking-clicks.ts';
import { dayOf, openWorldCounts } from './world-counts.ts';

export type AnyTraffic = Traffic | RedTeamTraffic;
type World = AnyTraffic['world'];

const REUSE_DAYS = 30;
const HISTORY_DAYS = 90;

const ranges = networkList.split('\n').flatMap((line) => {
  const [cidr = '', network] = line.split(' ');
  return rangeOf(cidr, network as Network) ?? [];
});
const findNetwork = createNetworkLookup(ranges);

const groupBy = <Item>(items: readonly Item[], keyOf: (item: Item) => string | null) => {
  const groups = Map.groupBy(items, keyOf);
  return (key: string | null): readonly Item[] => (key === null ? [] : (groups.get(key) ?? []));
};

const canEarn = ({ validity }: ClickRow): boolean =>
  validity === 'valid' || validity === 'duplicate';

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
function openIdentities({ users, signIns }: World) {
  const emails = new Map(users.map(({ userId, email }) => [userId, email]));
  const ipsOf = groupBy(signIns, ({ userId }) => userId);
  return (affiliateId: string | null): GatheredEvidence['identity'] => {
    const email = emails.get(affiliateId ?? '');
    if (email === undefined) return null;
    return {
      mailboxHashes: [mailboxOf(email)],
      ips: ipsOf(affiliateId).map(({ ip }) => ip),
    };
  };
}

/** What is known of an affiliate from the days before a day. */
function openHistories({ conversions, refunds }: World) {
  const ordersOf = groupBy(conversions, ({ affiliateId }) => affiliateId);
  const refundsOf = groupBy(refunds, ({ conversion }) => conversion.affiliateId);
  const compute = (affiliateId: string, day: number) => {
    const within = (at: string | Date, days: number) => dayOf(at) < day && dayOf(at) >= day - days;
    const orders = ordersOf(affiliateId).filter((one) => within(one.convertedAt, HISTORY_DAYS));
    const recent = orders.filter((one) => within(one.convertedAt, REUSE_DAYS));
    return {
      refunds: {
        orders: orders.length,
        refunded: refundsOf(affiliateId).filter(({ at }) => within(at, HISTORY_DAYS)).length,
      },
      reuse: countReused(recent.map(orderFactOf)),
      reviews: { reviewed: 0, fraud: 0 },
    };
  };
  return remembered(compute);
}

const remembered = <Value>(compute: (affiliateId: string, day: number) => Value) => {
  const known = new Map<string, Value>();
  return (affiliateId: string, day: number): Value => {
    const key = `${affiliateId}@${String(day)}`;
    const value = known.get(key) ?? compute(affiliateId, day);
    known.set(key, value);
    return value;
  };
};

const NO_HISTORY = {
  traffic: null,
  refunds: { orders: 0, refunded: 0 },
  reuse: { orders: 0, reused: 0, days: 0 },
  reviews: { reviewed: 0, fraud: 0 },
};

/** The touches of an order: its visitor's and its device's clicks, as tracking finds them. */
function openTouches(clicks: readonly ClickRow[]) {
  const earning = clicks.filter(canEarn);
  const ofVisitor = groupBy(earning, ({ visitorId }) => visitorId);
  const ofDevice = groupBy(earning, deviceOf);
  return (own: ClickRow | undefined): Touch[] =>
    own === undefined ? [] : [...ofVisitor(own.visitorId), ...ofDevice(deviceOf(own))].map(touchOf);
}

interface Known {
  readonly facts: readonly OrderFact[];
  readonly countsOf: (affiliateId: string, day: number) => AffiliateTraffic;
  readonly historyOf: ReturnType<typeof openHistories>;
}

/** What is known of a world's refunds and groups of accounts before a day. */
function openLaterHistories({ refunds }: World, facts: readonly OrderFact[]) {
  const refundedBefore = remembered((_all, day) => {
    const earlier = refunds.filter(({ at }) => dayOf(at) < day);
    return new Set(earlier.map(({ conversion }) => conversion.conversionId));
  });
  const groupsAt = remembered((_all, day) =>
    groupAccounts(sumByAccount(facts.filter(({ convertedAt }) => dayOf(convertedAt) < day))),
  );
  return (day: number) => ({ refunded: refundedBefore('', day), groups: groupsAt('', day) });
}

/** What the service would know of each order of an invented world some time later. */
function openLaterEvidence(world: World, { facts, countsOf, historyOf }: Known) {
  const historiesBefore = openLaterHistories(world, facts);
  return (order: OrderFact, at: Date, context: AssessmentContext): LaterEvidence => {
    const { settings, journey, evidence } = context;
    const { affiliateId, conversionId, ip } = order;
    const known = (orders: readonly OrderFact[]) =>
      orders.filter((one) => one.conversionId !== conversionId && one.convertedAt <= at);
    const neighbours = {
      ordersOfCustomer: known(evidence.ordersOfCustomer),
      ordersFromAddress: known(evidence.ordersFromAddress),
      ordersOnDevice: known(evidence.ordersOnDevice),
    };
    const day = dayOf(at);
    const { refunds, reuse, reviews } =
      affiliateId === null ? NO_HISTORY : historyOf(affiliateId, day);
    const isListed = isPublicAddress(ip) && findNetwork(ip) !== null;
    const nameOf = (thing: SharedThing): SharedThing => thing;
    return {
      ...{ order, journey, settings, refunds, reuse, reviews, ...neighbours },
      traffic: affiliateId === null ? null : countsOf(affiliateId, day),
      hindsight: hindsightOf(order, { ...neighbours, ...historiesBefore(day), isListed, nameOf }),
    };
  };
}

/** What the service would know of each order of an invented world, when it is assessed and some time later. */
export function openWorldEvidence({ world }: AnyTraffic) {
  const { campaign, clicks, conversions } = world;
  const settings = { ...campaign.attribution };
  const clickOf = new Map(clicks.map((click) => [click.clickId, click]));
  const touchesOf = openTouches(clicks);
  const earning = clicks.filter(canEarn);
  const countsOf = remembered(
    openWorldCounts(earning, conversions, (ip) => findNetwork(ip) !== null),
  );
  const historyOf = openHistories(world);
  const identityOf = openIdentities(world);
  const facts = conversions.map(orderFactOf);
  const ofCustomer = groupBy(facts, ({ customer }) => customer);
  const fromAddress = groupBy(facts, ({ ip }) => ip);
  const onDevice = groupBy(facts, ({ visitorId }) => visitorId);
  const contextOf = (conversion: ConversionSnapshot): AssessmentContext => {
    const { affiliateId } = conversion;
    const { customer, ip, visitorId } = orderFactOf(conversion);
    const click = clickOf.get(conversion.clickId ?? '');
    const day = dayOf(conversion.createdAt);
    const history =
      affiliateId === null
        ? NO_HISTORY
        : { traffic: countsOf(affiliateId, day), ...historyOf(affiliateId, day) };
    const evidence: GatheredEvidence = {
      ...history,
      ordersOfCustomer: ofCustomer(customer),
      ordersFromAddress: fromAddress(ip).filter((one) => one.affiliateId === affiliateId),
      ordersOnDevice: onDevice(visitorId),
      networks: networksOf(conversion),
      identity: identityOf(affiliateId),
      navigated: click === undefined ? null : opensPage(click),
      hindsight: null,
    };
    const journey = journeyOf(conversion, touchesOf(click), settings);
    return { settings, journey, visitorId: null, evidence };
  };
  const laterOf = openLaterEvidence(world, { facts, countsOf, historyOf });
  return { contextOf, laterOf };
}
