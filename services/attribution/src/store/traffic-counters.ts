import { type Redis } from 'ioredis';
import { MINUTE_MS, DAY_MS, DAY_SECONDS } from '@tributary/units';
import { paceOf } from '../domain/journey.ts';
import { type AffiliateTraffic, type TrafficCounts } from '../domain/affiliate-traffic.ts';
import { type Collections } from './collections.ts';
import { openMemo } from './memoize.ts';

const WINDOW_DAYS = 30;
const KEY_TTL_SECONDS = (WINDOW_DAYS + 2) * DAY_SECONDS;
const CACHE_TTL_MS = MINUTE_MS;
const KINDS = [
  'clicks',
  'described',
  'navigations',
  'listed',
  'orders',
  'slowOrders',
  'lateOrders',
  'quickOrders',
  'visitors',
  'addresses',
] as const;
type Kind = (typeof KINDS)[number];
const BATCH_SIZE = 1_000;

export interface CountedClick {
  readonly clickId: string;
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly occurredAt: Date;
  readonly navigated: boolean | null;
  /** The listed network of its address. */
  readonly network?: string | null | undefined;
  readonly visitorId: string;
  /** Keyed hash of its public address; without a hash neither visitor nor address is counted. */
  readonly address?: string | null | undefined;
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
  /** The kinds that the item counts in, each with the id that is counted once. */
  readonly ids: Readonly<Partial<Record<Kind, string>>>;
}

const clickItem = ({ clickId, visitorId, address, ...click }: CountedClick): Item => ({
  ...click,
  day: dayOf(click.occurredAt),
  ids: {
    clicks: clickId,
    ...(click.navigated === null ? {} : { described: clickId }),
    ...(click.navigated === true ? { navigations: clickId } : {}),
    ...(click.network == null ? {} : { listed: clickId }),
    ...(address == null ? {} : { visitors: visitorId, addresses: address }),
  },
});

function orderItem({ conversionId, clickedAt, ...order }: CountedOrder): Item {
  const { isQuick, isSlow, isLate } = paceOf(clickedAt, order.convertedAt);
  return {
    ...order,
    day: dayOf(order.convertedAt),
    ids: {
      orders: conversionId,
      ...(isSlow ? { slowOrders: conversionId } : {}),
      ...(isLate ? { lateOrders: conversionId } : {}),
      ...(isQuick ? { quickOrders: conversionId } : {}),
    },
  };
}

type KeyOf = (kind: Kind, campaignId: string, owner: string, day: number) => string;

/**
 * Part of every key. To change what a kind counts, raise this version: the counters are then filled again from
 * the database, and those of the earlier version expire.
 */
const COUNTERS_VERSION = 4;

/** The owner of a whole campaign's counters. */
const ALL = 'all';

/** @throws when Redis is not available */
async function addTo(redis: Redis, keyOf: KeyOf, items: readonly Item[]): Promise<void> {
  const idsOf = new Map<string, string[]>();
  for (const { campaignId, affiliateId, day, ids } of items) {
    for (const [kind, id] of Object.entries(ids) as [Kind, string][]) {
      for (const owner of [affiliateId, ALL]) {
        const key = keyOf(kind, campaignId, owner, day);
        const counted = idsOf.get(key);
        if (counted === undefined) idsOf.set(key, [id]);
        else counted.push(id);
      }
    }
  }
  const pipeline = redis.pipeline();
  for (const [key, ids] of idsOf) pipeline.pfadd(key, ...ids).expire(key, KEY_TTL_SECONDS);
  for (const [error] of (await pipeline.exec()) ?? []) if (error !== null) throw error;
}

/** Counts over the days of the window. */
function openReader(redis: Redis, keyOf: KeyOf) {
  const memo = openMemo<TrafficCounts>(CACHE_TTL_MS);
  const count = async (campaignId: string, owner: string, day: number): Promise<TrafficCounts> => {
    const days = Array.from({ length: WINDOW_DAYS }, (_, back) => day - 1 - back);
    const counts = await Promise.all(
      KINDS.map((kind) => redis.pfcount(...days.map((one) => keyOf(kind, campaignId, owner, one)))),
    );
    const byKind = KINDS.map((kind, index) => [kind, counts[index] ?? 0] as const);
    return Object.fromEntries(byKind) as Record<Kind, number>;
  };
  const countsOf = (campaignId: string, owner: string, day: number): Promise<TrafficCounts> =>
    memo.get(`${campaignId}:${owner}:${day}`, () => count(campaignId, owner, day));
  const trafficOf = async (campaignId: string, affiliateId: string, at: Date) => {
    const day = dayOf(at);
    const [affiliate, campaign] = await Promise.all([
      countsOf(campaignId, affiliateId, day),
      countsOf(campaignId, ALL, day),
    ]);
    return { affiliate, campaign };
  };
  return { trafficOf, clear: memo.clear };
}

/**
 * Counters in Redis by affiliate, campaign and day. They are HyperLogLogs: a repeated event is not counted
 * again, each takes at most 12 kB, and the error is about a percent. When Redis has lost them or missed a
 * write, they are filled again from touchpoints and assessments.
 */
export function openTrafficCounters(redis: Redis, namespace: string, collections: Collections) {
  const prefix = `${namespace}attribution:traffic:${COUNTERS_VERSION}`;
  const readyKey = `${prefix}:ready`;
  const keyOf: KeyOf = (kind, campaignId, owner, day) =>
    `${prefix}:${kind}:${campaignId}:${owner}:${day}`;
  const reader = openReader(redis, keyOf);
  let isStale = false;

  /** A failed write does not delay the caller: the counters are filled again later. */
  const tryAdd = async (items: readonly Item[]): Promise<void> => {
    if (items.length === 0) return;
    await addTo(redis, keyOf, items).catch(() => {
      isStale = true;
    });
  };
  const fill = async (since: Date): Promise<void> => {
    let items: Item[] = [];
    for await (const item of streamItems(collections, since)) {
      items.push(item);
      if (items.length < BATCH_SIZE) continue;
      await addTo(redis, keyOf, items);
      items = [];
    }
    await addTo(redis, keyOf, items);
  };

  return {
    addClicks: (clicks: readonly CountedClick[]): Promise<void> => tryAdd(clicks.map(clickItem)),
    addOrders: (orders: readonly CountedOrder[]): Promise<void> => tryAdd(orders.map(orderItem)),
    /** In the given order; null without an affiliate, or when the counters cannot be read. */
    listAt: (queries: readonly TrafficQuery[]): Promise<(AffiliateTraffic | null)[]> =>
      Promise.all(
        queries.map(({ campaignId, affiliateId, at }) =>
          affiliateId === null || isStale
            ? Promise.resolve(null)
            : reader.trafficOf(campaignId, affiliateId, at),
        ),
      ).catch(() => queries.map(() => null)),
    /** Fills the counters when they are incomplete. @returns whether they were */
    refill: async (now: Date): Promise<boolean> => {
      if (redis.status !== 'ready') return false;
      if (!isStale && (await redis.exists(readyKey)) === 1) return false;
      await fill(new Date(now.getTime() - (WINDOW_DAYS + 1) * DAY_MS));
      await redis.set(readyKey, '1');
      isStale = false;
      reader.clear();
      return true;
    },
  };
}

async function* streamItems(
  { touchpoints, assessments }: Collections,
  since: Date,
): AsyncGenerator<Item> {
  const clicks = touchpoints.find({ occurredAt: { $gte: since } });
  for await (const { _id, ...click } of clicks) yield clickItem({ ...click, clickId: _id });
  const orders = assessments.find({ convertedAt: { $gte: since }, affiliateId: { $ne: null } });
  for await (const { _id, campaignId, affiliateId, convertedAt, inputs } of orders) {
    if (affiliateId === null) continue;
    const clickedAt = inputs?.touches.at(-1)?.occurredAt ?? null;
    yield orderItem({ conversionId: _id, campaignId, affiliateId, clickedAt, convertedAt });
  }
}
