import { type Redis } from 'ioredis';
import { type RedisCommand, sendTogether, slotTag } from '@tributary/service';
import { MINUTE_MS, DAY_MS, DAY_SECONDS } from '@tributary/units';
import { type CountedVisitor, noClicks, trafficOwner } from '../domain/click-sums.ts';
import { countedOrderOf } from '../domain/assessment.ts';
import { paceOf } from '../domain/journey.ts';
import { type AffiliateTraffic, type TrafficCounts } from '../domain/affiliate-traffic.ts';
import { batchesOf } from './batches.ts';
import { type ClickSumStore } from './click-sum-store.ts';
import { type AssessmentDocument, type Collections } from './collections.ts';
import { openMemo } from './memoize.ts';

const WINDOW_DAYS = 30;
const KEY_TTL_SECONDS = (WINDOW_DAYS + 2) * DAY_SECONDS;
const CACHE_TTL_MS = MINUTE_MS;
const KINDS = [
  'orders',
  'slowOrders',
  'lateOrders',
  'quickOrders',
  'visitors',
  'addresses',
] as const;
type Kind = (typeof KINDS)[number];
type Estimates = Pick<TrafficCounts, Kind>;
const BATCH_SIZE = 1_000;

/** Who made some clicks of an affiliate on one day. */
export interface CountedVisitors {
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly at: Date;
  readonly visitors: readonly string[];
  readonly addresses: readonly string[];
}

export interface CountedOrder {
  readonly conversionId: string;
  readonly campaignId: string;
  readonly affiliateId: string;
  /** When the order's own click was; null without one. */
  readonly clickedAt: Date | null;
  readonly convertedAt: Date;
}

interface TrafficQuery {
  readonly campaignId: string;
  readonly affiliateId: string | null;
  readonly at: Date;
}

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

interface Item {
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly day: number;
  /** The kinds that the item counts in, each with the ids that are counted once. */
  readonly ids: Readonly<Partial<Record<Kind, readonly string[]>>>;
}

const visitorsItem = ({ at, visitors, addresses, ...owner }: CountedVisitors): Item => ({
  ...owner,
  day: dayOf(at),
  ids: { visitors, addresses },
});

const visitorItem = ({ occurredAt, visitor, address, ...owner }: CountedVisitor): Item =>
  visitorsItem({ ...owner, at: occurredAt, visitors: [visitor], addresses: [address] });

function orderItem({ conversionId, clickedAt, ...order }: CountedOrder): Item {
  const { isQuick, isSlow, isLate } = paceOf(clickedAt, order.convertedAt);
  const id = [conversionId];
  return {
    ...order,
    day: dayOf(order.convertedAt),
    ids: {
      orders: id,
      ...(isSlow ? { slowOrders: id } : {}),
      ...(isLate ? { lateOrders: id } : {}),
      ...(isQuick ? { quickOrders: id } : {}),
    },
  };
}

/** @param owner by `trafficOwner` */
type KeyOf = (kind: Kind, owner: string, day: number) => string;

/**
 * Part of every key. To change what a kind counts, raise this version: the counters are then filled again, and
 * those of the earlier version expire.
 */
const COUNTERS_VERSION = 5;

/** The ids of items by the keys that they count in: their affiliate's and their campaign's. */
function idsByKey(keyOf: KeyOf, items: readonly Item[]): Map<string, Set<string>> {
  const idsOf = new Map<string, Set<string>>();
  const add = (key: string, ids: readonly string[]): void => {
    const counted = idsOf.get(key) ?? new Set();
    for (const id of ids) counted.add(id);
    if (counted.size > 0) idsOf.set(key, counted);
  };
  for (const { campaignId, affiliateId, day, ids } of items) {
    for (const [kind, some] of Object.entries(ids) as [Kind, readonly string[]][]) {
      add(keyOf(kind, trafficOwner(campaignId, affiliateId), day), some);
      add(keyOf(kind, trafficOwner(campaignId), day), some);
    }
  }
  return idsOf;
}

/** @throws when Redis is not available */
async function addTo(redis: Redis, keyOf: KeyOf, items: readonly Item[]): Promise<void> {
  const commands = [...idsByKey(keyOf, items)].flatMap(([key, ids]): RedisCommand[] => [
    ['pfadd', key, ...ids],
    ['expire', key, KEY_TTL_SECONDS],
  ]);
  await sendTogether(redis, commands);
}

/** What is counted of an owner over the days before a day; written as text, it is the key of the cache. */
const windowKey = (owner: string, day: number): string => `${owner}@${String(day)}`;
const windowOf = (key: string): { owner: string; day: number } => {
  const at = key.lastIndexOf('@');
  return { owner: key.slice(0, at), day: Number(key.slice(at + 1)) };
};

/** Estimates over the days of windows. */
function openEstimates(redis: Redis, keyOf: KeyOf) {
  const memo = openMemo<Estimates>(CACHE_TTL_MS);
  const count = async (key: string): Promise<Estimates> => {
    const { owner, day } = windowOf(key);
    const days = Array.from({ length: WINDOW_DAYS }, (_, back) => day - 1 - back);
    const counts = await Promise.all(
      KINDS.map((kind) => redis.pfcount(...days.map((one) => keyOf(kind, owner, one)))),
    );
    const byKind = KINDS.map((kind, index) => [kind, counts[index] ?? 0] as const);
    return Object.fromEntries(byKind) as Record<Kind, number>;
  };
  return {
    clear: memo.clear,
    /** In the order of the windows. @throws when Redis is not available */
    list: (windows: readonly string[]): Promise<Estimates[]> =>
      memo.getMany(windows, (missing) => Promise.all(missing.map(count))),
  };
}

/** Exact sums of clicks over the days of windows, with a query for each day of orders. */
function openSums({ sumMany }: Pick<ClickSumStore, 'sumMany'>) {
  const memo = openMemo<typeof noClicks>(CACHE_TTL_MS);
  const sum = async (missing: readonly string[]) => {
    const windows = missing.map(windowOf);
    const byDay = new Map<number, Awaited<ReturnType<typeof sumMany>>>();
    for (const [day, some] of Map.groupBy(windows, (one) => one.day)) {
      const days = { $gte: new Date((day - WINDOW_DAYS) * DAY_MS), $lt: new Date(day * DAY_MS) };
      const owners = some.map(({ owner }) => owner);
      byDay.set(day, await sumMany(owners, days));
    }
    return windows.map(({ owner, day }) => byDay.get(day)?.get(owner) ?? noClicks);
  };
  return (windows: readonly string[]) => memo.getMany(windows, sum);
}

/** The counters in Redis, and whether they hold everything. */
function openCounters(redis: Redis, namespace: string) {
  const prefix = `${namespace}attribution:traffic:${COUNTERS_VERSION}`;
  const readyKey = `${prefix}:ready`;
  const keyOf: KeyOf = (kind, owner, day) => `${prefix}:${kind}:${slotTag(redis, owner)}:${day}`;
  const estimates = openEstimates(redis, keyOf);
  let isComplete = false;
  let missedWrites = 0;

  return {
    /** A failed write does not delay the caller: the counters are filled again later. */
    tryAdd: async (items: readonly Item[]): Promise<void> => {
      if (items.length === 0) return;
      await addTo(redis, keyOf, items).catch(() => {
        isComplete = false;
        missedWrites += 1;
      });
    },
    /** In the order of the windows; undefined when they cannot be read. */
    list: async (windows: readonly string[]): Promise<Estimates[] | undefined> =>
      isComplete ? estimates.list(windows).catch(() => undefined) : undefined,
    /** Adds all items where some are missing. @returns whether some were */
    refill: async (items: () => AsyncIterable<readonly Item[]>): Promise<boolean> => {
      if (redis.status !== 'ready') return false;
      const missedBefore = missedWrites;
      const isFilled = (await redis.exists(readyKey)) === 1;
      if (isFilled && (isComplete || missedBefore === 0)) {
        isComplete = true;
        return false;
      }
      isComplete = false;
      for await (const some of items()) await addTo(redis, keyOf, some);
      await redis.set(readyKey, '1');
      isComplete = missedWrites === missedBefore;
      estimates.clear();
      return true;
    },
  };
}

const windowsOf = ({ campaignId, affiliateId, at }: TrafficQuery): string[] =>
  [affiliateId ?? undefined, undefined].map((id) =>
    windowKey(trafficOwner(campaignId, id), dayOf(at)),
  );

type StreamVisitors = (since: Date) => AsyncIterable<readonly CountedVisitor[]>;

/**
 * Affiliates' and campaigns' traffic of the days before an order's day: exact sums of clicks from the database, and
 * counters of visitors and orders in Redis. The counters are HyperLogLogs: a repeated event is not counted again,
 * each takes at most 12 kB, and the error is about a percent. When Redis has lost them or missed a write, they are
 * filled again from tracking's clicks and from assessments; until then there are no counts.
 */
export function openTrafficCounters(
  redis: Redis,
  namespace: string,
  { assessments, clickSums }: Pick<Collections, 'assessments'> & { clickSums: ClickSumStore },
) {
  const counters = openCounters(redis, namespace);
  const listSums = openSums(clickSums);
  const countsOf = async (windows: readonly string[]): Promise<TrafficCounts[] | undefined> => {
    const [sums, counted] = await Promise.all([listSums(windows), counters.list(windows)]);
    return counted?.map((counts, index) => ({ ...(sums[index] ?? noClicks), ...counts }));
  };
  return {
    addVisitors: (added: readonly CountedVisitors[]): Promise<void> =>
      counters.tryAdd(added.map(visitorsItem)),
    addOrders: (orders: readonly CountedOrder[]): Promise<void> =>
      counters.tryAdd(orders.map(orderItem)),
    /** In the given order; null without an affiliate, or when the counters cannot be read. */
    listAt: async (queries: readonly TrafficQuery[]): Promise<(AffiliateTraffic | null)[]> => {
      const counts = await countsOf(queries.flatMap(windowsOf));
      return queries.map(({ affiliateId }, index) => {
        const [affiliate, campaign] = [counts?.[index * 2], counts?.[index * 2 + 1]];
        if (affiliateId === null || affiliate === undefined || campaign === undefined) return null;
        return { affiliate, campaign };
      });
    },
    /**
     * Fills the counters when they are incomplete.
     * @returns whether they were
     * @throws unavailable where tracking is
     */
    refill: (now: Date, streamVisitors: StreamVisitors): Promise<boolean> =>
      counters.refill(async function* () {
        const since = new Date(now.getTime() - (WINDOW_DAYS + 1) * DAY_MS);
        for await (const visitors of streamVisitors(since)) yield visitors.map(visitorItem);
        for await (const orders of streamOrders(assessments, since)) yield orders.map(orderItem);
      }),
  };
}

const COUNTED = {
  campaignId: 1,
  affiliateId: 1,
  convertedAt: 1,
  'shares.clickId': 1,
  'inputs.touches.occurredAt': 1,
  'inputs.order.coupon': 1,
} as const;

/** Credited orders since then, with the times of their own clicks. */
async function* streamOrders(
  assessments: Collections['assessments'],
  since: Date,
): AsyncGenerator<CountedOrder[]> {
  const cursor = assessments.find<AssessmentDocument>(
    { convertedAt: { $gte: since }, affiliateId: { $ne: null } },
    { projection: COUNTED, batchSize: BATCH_SIZE },
  );
  for await (const batch of batchesOf(cursor)) {
    yield batch.flatMap(
      ({ _id: conversionId, ...found }) => countedOrderOf({ conversionId, ...found }) ?? [],
    );
  }
}
