import { type Redis } from 'ioredis';
import { MINUTE_MS, DAY_MS, DAY_SECONDS } from '@tributary/units';
import { paceOf } from '../domain/journey.ts';
import { type AffiliateTraffic, type TrafficCounts } from '../domain/traffic-counts.ts';
import { type Models } from './models.ts';
import { remembering } from './remembered.ts';

const WINDOW_DAYS = 30;
const KEPT_S = (WINDOW_DAYS + 2) * DAY_SECONDS;
const REMEMBERED_MS = MINUTE_MS;
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
const AT_ONCE = 1_000;

export interface CountedClick {
  readonly clickId: string;
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly occurredAt: Date;
  readonly navigated: boolean | null;
  /** The list of networks that its address is in. */
  readonly network?: string | null | undefined;
  readonly visitorId: string;
  /** Keyed hash of its public address; without it neither visitor nor address is counted. */
  readonly address?: string | null | undefined;
}

export interface CountedOrder {
  readonly conversionId: string;
  readonly campaignId: string;
  readonly affiliateId: string;
  /** By the click that the order names; null where it names none. */
  readonly clickedAt: Date | null;
  readonly convertedAt: Date;
}

interface Asked {
  readonly campaignId: string;
  readonly affiliateId: string | null;
  readonly at: Date;
}

const dayOf = (at: Date): number => Math.floor(at.getTime() / DAY_MS);

interface Item {
  readonly campaignId: string;
  readonly affiliateId: string;
  readonly day: number;
  /** What it counts in, each by the id that counts once there. */
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

type KeyOf = (kind: Kind, campaignId: string, who: string, day: number) => string;

/**
 * Part of every key. Whoever changes what a kind counts changes this, so that all is counted anew from the
 * database; what the rules before counted expires by itself.
 */
const RULES = 4;

/** Everybody of a campaign together. */
const ALL = 'all';

/** @throws where Redis is away */
async function addTo(redis: Redis, keyOf: KeyOf, items: readonly Item[]): Promise<void> {
  const idsOf = new Map<string, string[]>();
  for (const { campaignId, affiliateId, day, ids } of items) {
    for (const [kind, id] of Object.entries(ids) as [Kind, string][]) {
      for (const who of [affiliateId, ALL]) {
        const key = keyOf(kind, campaignId, who, day);
        const counted = idsOf.get(key);
        if (counted === undefined) idsOf.set(key, [id]);
        else counted.push(id);
      }
    }
  }
  const pipeline = redis.pipeline();
  for (const [key, ids] of idsOf) pipeline.pfadd(key, ...ids).expire(key, KEPT_S);
  for (const [error] of (await pipeline.exec()) ?? []) if (error !== null) throw error;
}

/** Sums the days of the window; what was counted does not change any more but for late events. */
function openReader(redis: Redis, keyOf: KeyOf) {
  const remembered = remembering<TrafficCounts>(REMEMBERED_MS);
  const count = async (campaignId: string, who: string, day: number): Promise<TrafficCounts> => {
    const days = Array.from({ length: WINDOW_DAYS }, (_, back) => day - 1 - back);
    const counts = await Promise.all(
      KINDS.map((kind) => redis.pfcount(...days.map((one) => keyOf(kind, campaignId, who, one)))),
    );
    const byKind = KINDS.map((kind, index) => [kind, counts[index] ?? 0] as const);
    return Object.fromEntries(byKind) as Record<Kind, number>;
  };
  const countsOf = (campaignId: string, who: string, day: number): Promise<TrafficCounts> =>
    remembered.get(`${campaignId}:${who}:${day}`, () => count(campaignId, who, day));
  const trafficOf = async (campaignId: string, affiliateId: string, at: Date) => {
    const day = dayOf(at);
    const [affiliate, campaign] = await Promise.all([
      countsOf(campaignId, affiliateId, day),
      countsOf(campaignId, ALL, day),
    ]);
    return { affiliate, campaign };
  };
  return { trafficOf, forget: remembered.forget };
}

/**
 * Streaming counters in Redis, by affiliate, campaign and day. HyperLogLogs: what comes again is not
 * counted again, in whatever order, in at most 12 kB each. They are right to a percent; when Redis has
 * lost them, or missed something, they are filled again from what was projected from Kafka.
 */
export function openTrafficCounters(redis: Redis, namespace: string, models: Models) {
  const prefix = `${namespace}attribution:traffic:${RULES}`;
  const readyKey = `${prefix}:ready`;
  const keyOf: KeyOf = (kind, campaignId, who, day) =>
    `${prefix}:${kind}:${campaignId}:${who}:${day}`;
  const reader = openReader(redis, keyOf);
  let isStale = false;

  /** Counting must hold nothing up: what is missed is filled in later. */
  const tryAdd = async (items: readonly Item[]): Promise<void> => {
    if (items.length === 0) return;
    await addTo(redis, keyOf, items).catch(() => {
      isStale = true;
    });
  };
  const fill = async (since: Date): Promise<void> => {
    let items: Item[] = [];
    for await (const item of streamItems(models, since)) {
      items.push(item);
      if (items.length < AT_ONCE) continue;
      await addTo(redis, keyOf, items);
      items = [];
    }
    await addTo(redis, keyOf, items);
  };

  return {
    addClicks: (clicks: readonly CountedClick[]): Promise<void> => tryAdd(clicks.map(clickItem)),
    addOrders: (orders: readonly CountedOrder[]): Promise<void> => tryAdd(orders.map(orderItem)),
    /** In the order asked; null where nobody is credited, or the counters cannot be read. */
    listAt: (asked: readonly Asked[]): Promise<(AffiliateTraffic | null)[]> =>
      Promise.all(
        asked.map(({ campaignId, affiliateId, at }) =>
          affiliateId === null || isStale
            ? Promise.resolve(null)
            : reader.trafficOf(campaignId, affiliateId, at),
        ),
      ).catch(() => asked.map(() => null)),
    /** Fills the counters again where they are not whole. @returns whether they had to be */
    refill: async (now: Date): Promise<boolean> => {
      if (redis.status !== 'ready') return false;
      if (!isStale && (await redis.exists(readyKey)) === 1) return false;
      await fill(new Date(now.getTime() - (WINDOW_DAYS + 1) * DAY_MS));
      await redis.set(readyKey, '1');
      isStale = false;
      reader.forget();
      return true;
    },
  };
}

async function* streamItems(
  { touchpoints, assessments }: Models,
  since: Date,
): AsyncGenerator<Item> {
  const clicks = touchpoints
    .find({ occurredAt: { $gte: since } })
    .lean()
    .cursor();
  for await (const { _id, ...click } of clicks) yield clickItem({ ...click, clickId: _id });
  const orders = assessments
    .find({ convertedAt: { $gte: since }, affiliateId: { $ne: null } })
    .lean()
    .cursor();
  for await (const { _id, campaignId, affiliateId, convertedAt, inputs } of orders) {
    if (affiliateId === null) continue;
    const clickedAt = inputs?.touches.at(-1)?.occurredAt ?? null;
    yield orderItem({ conversionId: _id, campaignId, affiliateId, clickedAt, convertedAt });
  }
}
