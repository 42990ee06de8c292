import { bucketOf, type Interval, type Period } from '../domain/period.ts';
import { addFigures, type Figures, noFigures } from '../domain/metrics.ts';
import { type Collections } from './collections.ts';

/** Whose figures: an affiliate's, or a campaign's, narrowed as asked. */
export interface Scope {
  readonly affiliateId?: string | undefined;
  readonly campaignId?: string | undefined;
  readonly linkId?: string | undefined;
}

interface HourRow extends Partial<Figures> {
  readonly _id: Date;
}

const scoped = (scope: Scope): Record<string, string> =>
  Object.fromEntries(Object.entries(scope).filter(([, value]) => value !== undefined));

const perHour = { $dateTrunc: { date: '$convertedAt', unit: 'hour' } };
const COUNTED = ['pending', 'approved'];
const EARNED = ['pending', 'approved', 'paid'];

type FactCollections = Pick<Collections, 'clickRollups' | 'conversions' | 'commissions'>;

const within = (scope: Scope, { start, end }: Period, currency: string) => ({
  ...scoped(scope),
  currency,
  convertedAt: { $gte: start, $lt: end },
});

const hourlyClicks = ({ clickRollups }: FactCollections, scope: Scope, period: Period) => {
  const kinds = {
    unique: { $sum: '$unique' },
    duplicate: { $sum: '$duplicate' },
    invalid: { $sum: '$invalid' },
  };
  return clickRollups
    .aggregate<HourRow>([
      { $match: { ...scoped(scope), hour: { $gte: period.start, $lt: period.end } } },
      { $group: { _id: '$hour', ...kinds } },
    ])
    .toArray();
};

const hourlyConversions = ({ conversions }: FactCollections, match: object) =>
  conversions
    .aggregate<HourRow>([
      { $match: { ...match, status: { $in: COUNTED } } },
      { $group: { _id: perHour, conversions: { $sum: 1 }, revenueMinor: { $sum: '$valueMinor' } } },
    ])
    .toArray();

const hourlyEarnings = ({ commissions }: FactCollections, match: object) =>
  commissions
    .aggregate<HourRow>([
      { $match: { ...match, status: { $in: EARNED } } },
      { $group: { _id: perHour, earningsMinor: { $sum: '$amountMinor' } } },
    ])
    .toArray();

/** Sums by hour, from rollups of clicks and the newest states of conversions and commissions. */
export const figuresStore = (collections: FactCollections) => {
  const rowsOf = async (scope: Scope, period: Period, currency: string): Promise<HourRow[]> => {
    const match = within(scope, period, currency);
    const parts = await Promise.all([
      hourlyClicks(collections, scope, period),
      hourlyConversions(collections, match),
      hourlyEarnings(collections, match),
    ]);
    return parts.flat();
  };

  return {
    /** Everything in the period. */
    total: async (scope: Scope, period: Period, currency: string): Promise<Figures> =>
      (await rowsOf(scope, period, currency)).reduce<Figures>(addFigures, noFigures),

    /** By interval; intervals without anything are left out. Keys are their beginnings in ms. */
    series: async (
      scope: Scope,
      period: Period,
      asked: { currency: string; interval: Interval },
    ): Promise<ReadonlyMap<number, Figures>> => {
      const byBucket = new Map<number, Figures>();
      for (const row of await rowsOf(scope, period, asked.currency)) {
        const bucket = bucketOf(row._id, asked.interval).getTime();
        byBucket.set(bucket, addFigures(byBucket.get(bucket) ?? noFigures, row));
      }
      return byBucket;
    },
  };
};

/** What a campaign's brand asks besides its sums. */
export const campaignFiguresStore = ({ conversions, commissions }: FactCollections) => ({
  /** Conversions by status. */
  byStatus: async (campaignId: string, { start, end }: Period): Promise<Record<string, number>> => {
    const rows = await conversions
      .aggregate<{ _id: string; count: number }>([
        { $match: { campaignId, convertedAt: { $gte: start, $lt: end } } },
        { $group: { _id: '$status', count: { $sum: 1 } } },
      ])
      .toArray();
    return Object.fromEntries(rows.map(({ _id, count }) => [_id, count]));
  },

  /** Affiliates by what they earned, at most `limit`. */
  topAffiliates: (
    campaignId: string,
    period: Period,
    { currency, limit }: { currency: string; limit: number },
  ) =>
    commissions
      .aggregate<{ _id: string; conversions: number; earningsMinor: number }>([
        { $match: { ...within({ campaignId }, period, currency), status: { $in: EARNED } } },
        {
          $group: {
            _id: '$affiliateId',
            conversions: { $sum: 1 },
            earningsMinor: { $sum: '$amountMinor' },
          },
        },
        { $sort: { earningsMinor: -1, _id: 1 } },
        { $limit: limit },
      ])
      .toArray(),
});
