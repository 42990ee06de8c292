import { type ConversionStatus } from '@tributary/contracts';
import { findPage, openCountCache, type PageRequest } from '@tributary/mongo';
import { MINUTE_MS } from '@tributary/units';
import { type Conversion } from '../domain/conversion.ts';
import { CLOCK_TOLERANCE_MS } from '../domain/intake.ts';
import { type Collections } from './collections.ts';
import { reasonOf } from './conversion-document.ts';

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

/** Counting a million conversions takes most of a second with any index; counting so many, two or three milliseconds. */
const TOTALS = { exactUpTo: 1_000, freshMs: 10_000, staleMs: MINUTE_MS, waitMs: 150 };

/** The fields that the lists show: the others, with evidence, products and factors, are most of a conversion. */
const LISTED = [
  '_id',
  'orderId',
  'campaignId',
  'clickId',
  'affiliateId',
  'affiliateIds',
  'type',
  'status',
  'source',
  'valueMinor',
  'refundedMinor',
  'currency',
  'terms',
  'namedCommissionMinor',
  'shares',
  'tierBonuses',
  'coupon',
  'commissions',
  'fraudScore',
  'requiresReview',
  'unpayableReason',
  'flags',
  'convertedAt',
  'createdAt',
] as const;

export type ListedConversion = Pick<
  Conversion,
  'id' | Exclude<(typeof LISTED)[number], '_id' | 'flags'>
>;

/** Lists conversions by pages. */
export const conversionLists = ({ conversions }: Collections, counts = openCountCache(TOTALS)) => ({
  list: async (
    owner: Owner,
    filter: ConversionFilter,
    page: PageRequest,
  ): Promise<{ conversions: ListedConversion[]; total: number }> => {
    const options = { ...page, counts, fields: LISTED };
    const { documents, total } = await findPage(conversions, queryOf(owner, filter), options);
    const listed = documents.map((document) => {
      const { _id: id, flags: _flags, ...shown } = document;
      return { ...shown, id, unpayableReason: reasonOf(document) };
    });
    return { conversions: listed, total };
  },
});
