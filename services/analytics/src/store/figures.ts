import { databaseOf, type Mongo, type PageRequest } from '@tributary/mongo';
import { bucketOf, type Interval, type Period } from '../domain/period.ts';
import { addFigures, type Figures, noFigures } from '../domain/metrics.ts';
import { LARGE_RESULT } from './large-result.ts';
import {
  type FigureQuery,
  orderStages,
  type Scope,
  sumPipeline,
  totalStage,
} from './sum-pipeline.ts';

/** The sums and the number of all groups. */
export interface GroupTotals {
  readonly rows: number;
  readonly figures: Figures;
}

type Totals = Figures & { readonly rows: number };

const totalsOf = (found: Totals | undefined): GroupTotals => ({
  rows: found?.rows ?? 0,
  figures: addFigures(noFigures, found ?? noFigures),
});

export interface FigureRow<Key = unknown> extends Figures {
  readonly _id: Key;
}

const pageStages = ({ by }: FigureQuery, { skip, limit }: PageRequest): object[] => [
  ...orderStages(by),
  { $skip: skip },
  { $limit: limit },
];

const runnerOf =
  (mongo: Mongo) =>
  <Row extends object>(
    query: FigureQuery,
    stages: readonly object[],
    options = { allowDiskUse: true },
  ) => {
    const { coll, stages: sums } = sumPipeline(query);
    const pipeline = [...sums, ...stages] as Record<string, unknown>[];
    return databaseOf(mongo.connection).collection(coll).aggregate<Row>(pipeline, options);
  };

/** Sums of clicks, conversions and commissions by any grouping. */
export const figuresStore = (mongo: Mongo) => {
  const run = runnerOf(mongo);

  const totalOf = async (query: Omit<FigureQuery, 'by'>): Promise<Figures> => {
    const rows = await run<Figures>({ ...query, by: 'total' }, []).toArray();
    return addFigures(noFigures, rows[0] ?? noFigures);
  };

  return {
    /** All figures of the period. */
    total: (scope: Scope, period: Period, currency: string): Promise<Figures> =>
      totalOf({ scope, period, currency }),

    /** Earned commissions, minor units. */
    earned: async (scope: Scope, period: Period, currency: string): Promise<number> =>
      (await totalOf({ scope, period, currency, only: 'commissions' })).earningsMinor,

    /** By interval, without empty ones. The keys are the starts of the intervals, ms. */
    series: async (
      scope: Scope,
      period: Period,
      query: { currency: string; interval: Interval },
    ): Promise<ReadonlyMap<number, Figures>> => {
      const by = query.interval === 'hour' ? 'hour' : 'day';
      const { currency } = query;
      const byBucket = new Map<number, Figures>();
      for await (const row of run<FigureRow<Date>>({ scope, period, currency, by }, [])) {
        const bucket = bucketOf(row._id, query.interval).getTime();
        byBucket.set(bucket, addFigures(byBucket.get(bucket) ?? noFigures, row));
      }
      return byBucket;
    },

    totalOf: async (query: FigureQuery): Promise<GroupTotals> => {
      const [found] = await run<Totals>(query, [totalStage], LARGE_RESULT).toArray();
      return totalsOf(found);
    },

    /** A page of groups, descending by earnings; hours of the day in their order. */
    list: (query: FigureQuery, page: PageRequest): Promise<FigureRow[]> =>
      run<FigureRow>(query, pageStages(query, page)).toArray(),

    /** A page of groups with the totals of all groups, in one query. */
    listWithTotals: async (query: FigureQuery, page: PageRequest) => {
      const both = { $facet: { rows: pageStages(query, page), totals: [totalStage] } };
      const [found] = await run<{ rows: FigureRow[]; totals: Totals[] }>(query, [both]).toArray();
      return { rows: found?.rows ?? [], total: totalsOf(found?.totals[0]) };
    },

    /** All groups in the same order, as a stream. */
    stream: (query: FigureQuery): AsyncIterable<FigureRow> =>
      run<FigureRow>(query, orderStages(query.by), LARGE_RESULT),
  };
};
