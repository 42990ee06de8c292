import { type Mongo, databaseOf } from '@tributary/mongo';
import { bucketOf, type Interval, type Period } from '../domain/period.ts';
import { addFigures, type Figures, noFigures } from '../domain/metrics.ts';
import { type Asked, orderStages, type Scope, sumPipeline, totalStage } from './sum-pipeline.ts';

/** The sums of all groups, and how many there are. */
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

interface Page {
  readonly skip: number;
  readonly limit: number;
}

const pageStages = ({ by }: Asked, { skip, limit }: Page): object[] => [
  ...orderStages(by),
  { $skip: skip },
  { $limit: limit },
];

/**
 * Of reports that become files: a million groups are counted and sorted for a minute on a busy machine
 * before the database says a word, which is longer than a connection is otherwise left silent. Then they
 * come in batches that weigh little: by itself the database sends 16 MB at once.
 */
const PATIENT = { allowDiskUse: true, socketTimeoutMS: 600_000, batchSize: 1_000 };

const runnerOf =
  (mongo: Mongo) =>
  <Row extends object>(
    asked: Asked,
    stages: readonly object[],
    options = { allowDiskUse: true },
  ) => {
    const { coll, stages: sums } = sumPipeline(asked);
    const pipeline = [...sums, ...stages] as Record<string, unknown>[];
    return databaseOf(mongo.connection).collection(coll).aggregate<Row>(pipeline, options);
  };

/** Sums of clicks, conversions and commissions, however they are grouped. */
export const figuresStore = (mongo: Mongo) => {
  const run = runnerOf(mongo);

  const totalOf = async (asked: Omit<Asked, 'by'>): Promise<Figures> => {
    const rows = await run<Figures>({ ...asked, by: 'total' }, []).toArray();
    return addFigures(noFigures, rows[0] ?? noFigures);
  };

  return {
    /** Everything in the period. */
    total: (scope: Scope, period: Period, currency: string): Promise<Figures> =>
      totalOf({ scope, period, currency }),

    /** Commissions alone, minor units. */
    earned: async (scope: Scope, period: Period, currency: string): Promise<number> =>
      (await totalOf({ scope, period, currency, only: 'commissions' })).earningsMinor,

    /** How many clicks were recorded, of whatever worth. */
    countClicks: async (scope: Scope, period: Period): Promise<number> => {
      const counts = await totalOf({ scope, period, currency: '', only: 'clicks' });
      return counts.unique + counts.duplicate + counts.invalid;
    },

    /** By interval; intervals without anything are left out. Keys are their beginnings in ms. */
    series: async (
      scope: Scope,
      period: Period,
      asked: { currency: string; interval: Interval },
    ): Promise<ReadonlyMap<number, Figures>> => {
      const by = asked.interval === 'hour' ? 'hour' : 'day';
      const { currency } = asked;
      const byBucket = new Map<number, Figures>();
      for await (const row of run<FigureRow<Date>>({ scope, period, currency, by }, [])) {
        const bucket = bucketOf(row._id, asked.interval).getTime();
        byBucket.set(bucket, addFigures(byBucket.get(bucket) ?? noFigures, row));
      }
      return byBucket;
    },

    totalOf: async (asked: Asked): Promise<GroupTotals> => {
      const [found] = await run<Totals>(asked, [totalStage], PATIENT).toArray();
      return totalsOf(found);
    },

    /** Groups, the greatest earners first; hours of the day in their order. */
    list: (asked: Asked, page: Page): Promise<FigureRow[]> =>
      run<FigureRow>(asked, pageStages(asked, page)).toArray(),

    /** A page of groups with the totals of all, which are read once for both. */
    listWithTotals: async (asked: Asked, page: Page) => {
      const both = { $facet: { rows: pageStages(asked, page), totals: [totalStage] } };
      const [found] = await run<{ rows: FigureRow[]; totals: Totals[] }>(asked, [both]).toArray();
      return { rows: found?.rows ?? [], total: totalsOf(found?.totals[0]) };
    },

    /** All groups in the same order, one after the other, so that any number of them fits. */
    stream: (asked: Asked): AsyncIterable<FigureRow> =>
      run<FigureRow>(asked, orderStages(asked.by), PATIENT),
  };
};
