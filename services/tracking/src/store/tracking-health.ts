import { type Session } from '@tributary/mongo';
import { type Clock } from '@tributary/service';
import { DAY_MS } from '@tributary/units';
import {
  ageLimitsDays,
  type HealthScope,
  type OpenAlarm,
  type OrderCount,
} from '../domain/tracking-health.ts';
import { type Collections, NEWEST_OF_BRAND } from './collections.ts';
import { type CountOrders, keepPastDays } from './past-days.ts';

/** The newest links that are read; more would make the query slow. */
const MAX_LINKS = 1_000;
/** The longest that a query may take, ms. */
const MAX_TIME_MS = 5_000;
/** Of orders, read from the index alone. */
const COVERED = { hint: NEWEST_OF_BRAND, maxTimeMS: MAX_TIME_MS } as const;
const BY_LINK = { linkId: 1, countable: 1, occurredAt: -1 } as const;

const dayOf = (field: string) => ({ $dateToString: { date: field, format: '%Y-%m-%d' } });

const ofCampaign = ({ campaignId }: HealthScope) =>
  campaignId === undefined ? {} : { campaignId };

/** The ids of the newest links. */
async function linksOf(
  { links }: Collections,
  { brandId, campaignId }: HealthScope,
): Promise<string[]> {
  const named = campaignId === undefined ? {} : { 'snapshot.campaignId': campaignId };
  const rows = await links
    .find({ brandId, ...named }, { _id: 1 })
    .sort({ createdAt: -1 })
    .limit(MAX_LINKS)
    .lean();
  return rows.map(({ _id }) => _id);
}

const clickCounts = (collections: Collections) => ({
  /** Countable clicks by day since a time. */
  countClicks: async (scope: HealthScope, since: Date): Promise<ReadonlyMap<string, number>> => {
    const matching = {
      linkId: { $in: await linksOf(collections, scope) },
      countable: true,
      occurredAt: { $gte: since },
    };
    const rows = await collections.clicks
      .aggregate<{ _id: string; count: number }>(
        [{ $match: matching }, { $group: { _id: dayOf('$occurredAt'), count: { $sum: 1 } } }],
        { hint: BY_LINK, maxTimeMS: MAX_TIME_MS },
      )
      .toArray();
    return new Map(rows.map(({ _id, count }) => [_id, count]));
  },

  /** The first countable click since a time. */
  findFirstClick: async (scope: HealthScope, since: Date) => {
    const matching = {
      linkId: { $in: await linksOf(collections, scope) },
      countable: true,
      occurredAt: { $gte: since },
    };
    const found = await collections.clicks.findOne(matching, {
      sort: { occurredAt: 1 },
      projection: { trackingCode: 1, occurredAt: 1 },
      hint: BY_LINK,
      maxTimeMS: MAX_TIME_MS,
    });
    return found === null ? undefined : { ...found, clickId: found._id };
  },
});

const NEVER = { $literal: null };
const hasClick = { $ne: [{ $ifNull: ['$clickId', null] }, null] };
const ageOfClick = { $subtract: ['$convertedAt', '$clickedAt'] };

/** What orders are counted by. */
const groupOfOrder = {
  date: dayOf('$createdAt'),
  browser: { $ifNull: ['$clickTraits.browser', null] },
  age: {
    $switch: {
      branches: [
        { case: { $ne: [{ $type: '$clickedAt' }, 'date'] }, then: NEVER },
        ...ageLimitsDays.map((days, index) => ({
          case: { $lt: [ageOfClick, days * DAY_MS] },
          then: index,
        })),
      ],
      default: ageLimitsDays.length,
    },
  },
};

type FoundCount = Omit<OrderCount, 'withoutClick'> & { readonly orders: number };

/** Counts orders since a time, all of them. */
const countAll =
  ({ conversions }: Collections): CountOrders =>
  async (scope, since) => {
    const { brandId } = scope;
    const rows = await conversions
      .aggregate<{ _id: Pick<FoundCount, 'date' | 'browser' | 'age'> } & FoundCount>(
        [
          { $match: { brandId, createdAt: { $gte: since }, ...ofCampaign(scope) } },
          {
            $group: {
              _id: groupOfOrder,
              withClick: { $sum: { $cond: [hasClick, 1, 0] } },
              orders: { $sum: 1 },
            },
          },
        ],
        COVERED,
      )
      .toArray();
    return rows.map(({ _id, withClick, orders }) => ({
      ..._id,
      withClick,
      withoutClick: orders - withClick,
    }));
  };

const firstOrder = ({ conversions }: Collections) => ({
  /** The first order since a time. */
  findFirstOrder: async (scope: HealthScope, since: Date) => {
    const matching = {
      brandId: scope.brandId,
      createdAt: { $gte: since },
      ...ofCampaign(scope),
    };
    const projection = { orderId: 1, source: 1, clickId: 1, createdAt: 1 };
    const found = await conversions.findOne(matching, { sort: { createdAt: 1 }, projection });
    return found ?? undefined;
  },
});

/** What is stored of the clicks and orders of a brand, for the state of its set-up. */
export const trackingHealth = (collections: Collections, clock: Clock) => ({
  ...clickCounts(collections),
  ...firstOrder(collections),
  /** Orders by day, browser and age of the click since the begin of a day. */
  countOrders: keepPastDays(countAll(collections), clock),
});

/** The alarms of brands that have not ended. */
export const trackingAlarmStore = (
  { trackingAlarms, conversions }: Pick<Collections, 'trackingAlarms' | 'conversions'>,
  session: Session | null = null,
) => ({
  list: async (brandId: string): Promise<readonly OpenAlarm[]> =>
    (await trackingAlarms.findById(brandId, null, { session }).lean())?.open ?? [],

  replace: async (brandId: string, open: readonly OpenAlarm[]): Promise<void> => {
    const own = { _id: brandId };
    const change =
      open.length === 0
        ? trackingAlarms.deleteOne(own)
        : trackingAlarms.updateOne(own, { $set: { open } }, { upsert: true });
    await change.session(session);
  },

  /** The next brand in the order of ids that had an order, by one step in an index; undefined after the last. */
  findBrandAfter: async (
    brandId: string,
  ): Promise<{ readonly brandId: string; readonly lastOrderAt: Date } | undefined> => {
    const found = await conversions
      .find({ brandId: { $gt: brandId } })
      .project<{ brandId: string; createdAt: Date }>({ brandId: 1, createdAt: 1 })
      .sort({ brandId: 1, createdAt: -1, _id: -1 })
      .limit(1)
      .next();
    return found === null ? undefined : { brandId: found.brandId, lastOrderAt: found.createdAt };
  },
});
