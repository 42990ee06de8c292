import { type ConversionStatus } from '@tributary/contracts';
import { type Conversion } from '../domain/conversion.ts';
import { CLOCK_TOLERANCE_MS } from '../domain/intake.ts';
import { conversionOf } from './conversion-store.ts';
import { type ConversionDocument, type Models } from './models.ts';

/** Whose conversions: a brand's own, or those an affiliate has a share of. */
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

export interface Page {
  readonly skip: number;
  readonly limit: number;
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

/** Nothing is stored earlier than it happened, so the index of the lists bounds the dates as well. */
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

/** Newest first, stably. */
export const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

/** Conversions page by page. */
export const conversionLists = ({ conversions }: Models) => ({
  list: async (
    owner: Owner,
    filter: ConversionFilter,
    { skip, limit }: Page,
  ): Promise<{ conversions: Conversion[]; total: number }> => {
    const query = queryOf(owner, filter);
    const [found, total] = await Promise.all([
      conversions
        .find(query)
        .sort(NEWEST_FIRST)
        .skip(skip)
        .limit(limit)
        .lean<ConversionDocument[]>(),
      conversions.countDocuments(query),
    ]);
    return { conversions: found.map(conversionOf), total };
  },
});
