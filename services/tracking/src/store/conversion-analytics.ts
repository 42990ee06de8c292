import { type ConversionStatus } from '@tributary/contracts';
import { type ConversionFilter, queryOf } from './conversion-lists.ts';
import { type Collections } from './collections.ts';

const TOP_PRODUCTS = 10;
/** Statuses that count: neither rejected nor reversed. */
const COUNTING: readonly ConversionStatus[] = ['pending', 'approved'];

export interface StatusCount {
  readonly currency: string;
  readonly status: ConversionStatus;
  readonly count: number;
}

export interface Sums {
  readonly conversions: number;
  /** After refunds, minor units. */
  readonly revenueMinor: number;
  /** The affiliate's booked commission, minor units. */
  readonly commissionMinor: number;
}

export interface Summary {
  readonly totals: Sums;
  readonly trends: readonly (Sums & { readonly date: string })[];
  readonly topProducts: readonly {
    readonly name: string;
    readonly conversions: number;
    readonly revenueMinor: number;
  }[];
}

/** The affiliate's booked commission on a conversion, in one currency. */
const bookedMinor = (affiliateId: string, currency: string) => ({
  $sum: {
    $map: {
      input: {
        $filter: {
          input: '$commissions',
          cond: {
            $and: [
              { $eq: ['$$this.affiliateId', affiliateId] },
              { $eq: ['$$this.currency', currency] },
            ],
          },
        },
      },
      in: '$$this.amountMinor',
    },
  },
});

const revenueMinor = { $subtract: ['$valueMinor', '$refundedMinor'] };

interface DayRow extends Sums {
  readonly _id: string;
}

interface ProductRow {
  readonly _id: string;
  readonly conversions: number;
  readonly revenueMinor: number;
}

const byDay = (affiliateId: string, currency: string) => [
  {
    $group: {
      _id: { $dateToString: { date: '$convertedAt', format: '%Y-%m-%d' } },
      conversions: { $sum: 1 },
      revenueMinor: { $sum: revenueMinor },
      commissionMinor: { $sum: bookedMinor(affiliateId, currency) },
    },
  },
  { $sort: { _id: 1 as const } },
];

const byProduct = [
  { $unwind: '$products' },
  {
    $group: {
      _id: '$products.name',
      conversions: { $sum: 1 },
      revenueMinor: { $sum: { $multiply: ['$products.priceMinor', '$products.quantity'] } },
    },
  },
  { $sort: { revenueMinor: -1 as const, _id: 1 as const } },
  { $limit: TOP_PRODUCTS },
];

function summaryOf(days: readonly DayRow[], products: readonly ProductRow[]): Summary {
  const sum = (field: keyof Sums): number => days.reduce((total, row) => total + row[field], 0);
  return {
    totals: {
      conversions: sum('conversions'),
      revenueMinor: sum('revenueMinor'),
      commissionMinor: sum('commissionMinor'),
    },
    trends: days.map(({ _id, ...sums }) => ({ date: _id, ...sums })),
    topProducts: products.map(({ _id, ...row }) => ({ name: _id, ...row })),
  };
}

/** Sums over an affiliate's conversions of a period. */
export const conversionAnalytics = ({ conversions }: Collections) => ({
  countByStatus: async (affiliateId: string, filter: ConversionFilter): Promise<StatusCount[]> => {
    const rows = await conversions
      .aggregate<{
        _id: { currency: string; status: ConversionStatus };
        count: number;
      }>([
        { $match: queryOf({ affiliateIds: affiliateId }, filter) },
        { $group: { _id: { currency: '$currency', status: '$status' }, count: { $sum: 1 } } },
      ])
      .toArray();
    return rows.map(({ _id, count }) => ({ ..._id, count }));
  },

  /** Summarises one currency, because amounts of several currencies do not add up. */
  summarise: async (
    affiliateId: string,
    currency: string,
    filter: ConversionFilter,
  ): Promise<Summary> => {
    const query = queryOf({ affiliateIds: affiliateId }, filter);
    const matching = { $match: { ...query, currency, status: { $in: [...COUNTING] } } };
    const days = await conversions
      .aggregate<DayRow>([matching, ...byDay(affiliateId, currency)])
      .toArray();
    const products = await conversions.aggregate<ProductRow>([matching, ...byProduct]).toArray();
    return summaryOf(days, products);
  },
});
