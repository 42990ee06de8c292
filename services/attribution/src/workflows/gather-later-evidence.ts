import { isPublicAddress } from '@tributary/networks/addresses';
import { DAY_MS } from '@tributary/units';
import { type Deps } from '../deps.ts';
import { type Assessment } from '../domain/assessment.ts';
import { defaultSettings } from '../domain/attribution.ts';
import { hindsightOf } from '../domain/later-evidence.ts';
import { type OrderFact } from '../domain/order-fact.ts';
import { type LaterEvidence } from '../domain/second-verdict.ts';
import { gatherNeighbours } from './gather-evidence.ts';

export type LaterSources = Pick<
  Deps,
  | 'accountGroups'
  | 'clock'
  | 'findNetwork'
  | 'hashes'
  | 'neighbours'
  | 'refundHistories'
  | 'refunds'
  | 'reuseHistories'
  | 'reviewHistories'
  | 'traffic'
>;

/** How long after an order its affiliate's traffic and orders count. */
const LOOK_AHEAD_MS = 30 * DAY_MS;

/** An order of which nothing is kept that identifies its customer. */
const bareFactOf = ({ conversionId, affiliateId, convertedAt }: Assessment): OrderFact => ({
  conversionId,
  affiliateId,
  customer: null,
  ip: null,
  visitorId: null,
  userAgent: null,
  convertedAt,
  createdAt: convertedAt,
});

/** The assessed orders as others are compared with them, in the given order. */
async function factsOf(
  { neighbours }: Pick<Deps, 'neighbours'>,
  assessments: readonly Assessment[],
): Promise<OrderFact[]> {
  const found = await neighbours.listByIds(assessments.map(({ conversionId }) => conversionId));
  const facts = new Map(found.map((fact) => [fact.conversionId, fact]));
  return assessments.map((one) => facts.get(one.conversionId) ?? bareFactOf(one));
}

/** What affiliates' histories say today of orders that were placed some time ago. */
async function historiesOf(sources: LaterSources, assessments: readonly Assessment[]) {
  const now = sources.clock.now();
  const today = assessments.map(({ affiliateId }) => ({ affiliateId, at: now }));
  const soonAfter = assessments.map(({ campaignId, affiliateId, convertedAt }) => ({
    campaignId,
    affiliateId,
    at: new Date(Math.min(now.getTime(), convertedAt.getTime() + LOOK_AHEAD_MS)),
  }));
  const [reviews, refunds, reuse, traffic] = await Promise.all([
    sources.reviewHistories.listAt(today),
    sources.refundHistories.listAt(today),
    sources.reuseHistories.listAt(soonAfter),
    sources.traffic.listAt(soonAfter),
  ]);
  return assessments.map((_one, index) => ({
    reviews: reviews[index] ?? { reviewed: 0, fraud: 0 },
    refunds: refunds[index] ?? { orders: 0, refunded: 0 },
    reuse: reuse[index] ?? { orders: 0, reused: 0, days: 0 },
    traffic: traffic[index] ?? null,
  }));
}

const others = (orders: readonly OrderFact[], { conversionId }: OrderFact): OrderFact[] =>
  orders.filter((one) => one.conversionId !== conversionId);

/** Gathers what is known of assessed orders by now, with ten queries, however many there are. */
export async function gatherLaterEvidence(
  sources: LaterSources,
  assessments: readonly Assessment[],
): Promise<LaterEvidence[]> {
  const orders = await factsOf(sources, assessments);
  const [around, histories, groups] = await Promise.all([
    gatherNeighbours(sources, orders),
    historiesOf(sources, assessments),
    sources.accountGroups.findMany(assessments.map(({ brandId }) => brandId)),
  ]);
  const neighbours = around.map((one, index) => {
    const order = orders[index];
    if (order === undefined) return one;
    return {
      ordersOfCustomer: others(one.ordersOfCustomer, order),
      ordersFromAddress: others(one.ordersFromAddress, order),
      ordersOnDevice: others(one.ordersOnDevice, order),
    };
  });
  const ids = neighbours.flatMap((one) =>
    [...one.ordersOfCustomer, ...one.ordersFromAddress, ...one.ordersOnDevice].map(
      ({ conversionId }) => conversionId,
    ),
  );
  const refunded = await sources.refunds.listRefunded([...new Set(ids)]);
  return assessments.flatMap((assessment, index) => {
    const [order, near, history] = [orders[index], neighbours[index], histories[index]];
    if (order === undefined || near === undefined || history === undefined) return [];
    const { inputs, convertedAt, brandId } = assessment;
    const known = {
      refunded,
      isListed: isPublicAddress(order.ip) && sources.findNetwork(order.ip) !== null,
      groups: groups.get(brandId) ?? [],
      nameOf: sources.hashes.hashThing,
    };
    return [
      {
        ...{ order, ...near, ...history },
        settings: inputs?.settings ?? defaultSettings,
        journey: { touches: inputs?.touches ?? [], convertedAt },
        hindsight: hindsightOf(order, { ...near, ...known }),
      },
    ];
  });
}
