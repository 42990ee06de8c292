import { type Mongo, databaseOf } from '@tributary/mongo';
import { bucketOf, type Interval, type Period } from '../domain/period.ts';
import { addFigures, type Figures, noFigures } from '../domain/metrics.ts';
import { type Asked, orderStages, type Scope, sumPipeline, totalStage } from './sum-pipeline.ts';

export interface FigureRow<Key = unknown> extends Figures {
  readonly _id: Key;
}

/** Sums of clicks, conversions and commissions, however they are grouped. */
export const figuresStore = (mongo: Mongo) => {
  const run = <Row extends object>(asked: Asked, stages: readonly object[]) => {
    const { coll, stages: sums } = sumPipeline(asked);
    const pipeline = [...sums, ...stages] as Record<string, unknown>[];
    const db = databaseOf(mongo.connection);
    return db.collection(coll).aggregate<Row>(pipeline, { allowDiskUse: true });
  };

  return {
    /** Everything in the period. */
    total: async (scope: Scope, period: Period, currency: string): Promise<Figures> => {
      const rows = await run<Figures>({ scope, period, currency, by: 'total' }, []).toArray();
      return addFigures(noFigures, rows[0] ?? noFigures);
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

    /** The sums of all groups, and how many groups there are. */
    totalOf: async (asked: Asked): Promise<{ rows: number; figures: Figures }> => {
      const [row] = await run<Figures & { rows: number }>(asked, [totalStage]).toArray();
      return { rows: row?.rows ?? 0, figures: addFigures(noFigures, row ?? noFigures) };
    },

    /** Groups, the greatest earners first; hours of the day in their order. */
    list: (asked: Asked, page: { skip: number; limit: number }): Promise<FigureRow[]> =>
      run<FigureRow>(asked, [
        ...orderStages(asked.by),
        { $skip: page.skip },
        { $limit: page.limit },
      ]).toArray(),

    /** All groups in the same order, one after the other, so that any number of them fits. */
    stream: (asked: Asked): AsyncIterable<FigureRow> =>
      run<FigureRow>(asked, orderStages(asked.by)),
  };
};
