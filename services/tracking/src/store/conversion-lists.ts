import { type ConversionStatus } from '@tributary/contracts';
import { findPage, type PageRequest } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import { LRUCache } from 'lru-cache';
import { type Conversion } from '../domain/conversion.ts';
import { CLOCK_TOLERANCE_MS } from '../domain/intake.ts';
import { conversionOf } from './conversion-store.ts';
import { type Collections } from './collections.ts';

/** The owner of conversions: their brand, or an affiliate with a share of their credit. */
export type Owner = { readonly brandId: string } | { readonly affiliateIds: string };

export interface ConversionFilter {
  readonly status?: ConversionStatus | undefined;
  readonly campaignId?: string | undefined;
  readonly affiliateId?: string | undefined;
  readonly type?: Conversion['type'] | undefined;
  readonly requiresReview?: boolean | undefined;
  /** Of the conversion; `to` excluded. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** Major units. */
  readonly minValue?: number | undefined;
  readonly maxValue?: number | undefined;
}

interface Range<Value> {
  readonly $gte?: Value;
  readonly $lt?: Value;
  readonly $lte?: Value;
}

const range = <Value>(parts: { [key in keyof Range<Value>]: Value | undefined }) => {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : (Object.fromEntries(given) as Range<Value>);
};

/** No conversion is stored before it happened, so the index of the lists bounds the dates as well. */
const storedSince = (from: Date | undefined): Date | undefined =>
  from === undefined ? undefined : new Date(from.getTime() - CLOCK_TOLERANCE_MS);

export function queryOf(owner: Owner, filter: ConversionFilter): Record<string, unknown> {
  const query = {
    ...owner,
    status: filter.status,
    campaignId: filter.campaignId,
    ...(filter.affiliateId === undefined ? {} : { affiliateIds: filter.affiliateId }),
    type: filter.type,
    requiresReview: filter.requiresReview,
    convertedAt: range<Date>({ $gte: filter.from, $lt: filter.to }),
    createdAt: range<Date>({ $gte: storedSince(filter.from) }),
    orderValue: range<number>({ $gte: filter.minValue, $lte: filter.maxValue }),
  };
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
}

/** Totals up to this limit are counted each time, in two or three milliseconds. */
const EXACT_UP_TO = 1_000;
/** A larger total is recounted in the background after this, ms. */
const BACKGROUND_RECOUNT_MS = 10_000;
/** A larger total is recounted before the answer after this, ms. */
const STALE_MS = MINUTE_MS;
const MAX_TOTALS = 5_000;

type Query = Record<string, unknown>;

/**
 * Counts the results of a query. Counting a million takes most of a second with any index, so that large
 * totals are cached.
 */
function openTotals(
  { conversions }: Collections,
  exactUpTo: number,
): (query: Query) => Promise<number> {
  const cache = new LRUCache<string, { total: number; at: number }>({ max: MAX_TOTALS });
  const counting = new Map<string, Promise<number>>();
  const countAll = (key: string, query: Query): Promise<number> => {
    const running = counting.get(key);
    if (running !== undefined) return running;
    const started = conversions
      .countDocuments(query)
      .then((total) => {
        cache.set(key, { total, at: performance.now() });
        return total;
      })
      .finally(() => counting.delete(key));
    counting.set(key, started);
    return started;
  };
  return async (query) => {
    const key = JSON.stringify(query);
    const cached = cache.get(key);
    if (cached !== undefined && cached.total > exactUpTo) {
      const age = performance.now() - cached.at;
      if (age > STALE_MS) return countAll(key, query);
      // After a failure the next caller tries again.
      if (age > BACKGROUND_RECOUNT_MS) countAll(key, query).catch(() => undefined);
      return cached.total;
    }
    const few = await conversions.countDocuments(query, { limit: exactUpTo + 1 });
    return few <= exactUpTo ? few : countAll(key, query);
  };
}

/** Lists conversions by pages. */
export const conversionLists = (collections: Collections, exactUpTo = EXACT_UP_TO) => {
  const { conversions } = collections;
  const countOf = openTotals(collections, exactUpTo);
  return {
    list: async (
      owner: Owner,
      filter: ConversionFilter,
      page: PageRequest,
    ): Promise<{ conversions: Conversion[]; total: number }> => {
      const query = queryOf(owner, filter);
      const count = () => countOf(query);
      const { documents, total } = await findPage(conversions, query, { ...page, count });
      return { conversions: documents.map(conversionOf), total };
    },
  };
};
