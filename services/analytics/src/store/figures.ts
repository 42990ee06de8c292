import { databaseOf, type Mongo, type PageRequest } from '@tributary/mongo';
import { addFigures, type Figures, noFigures } from '../domain/metrics.ts';
import { LARGE_RESULT } from './large-result.ts';
import { type FoundTotals, groupTotalsOf } from './group-totals.ts';
import { sumByInterval } from './sum-by-interval.ts';
import { type FigureQuery, type FigureReader, type FigureRow } from './figures-port.ts';
import { orderStages, sumPipeline, totalStage } from './sum-pipeline.ts';

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

/** The figures of the sums and facts in MongoDB. */
export const figuresStore = (mongo: Mongo): FigureReader => {
  const run = runnerOf(mongo);

  const totalOf = async (query: Omit<FigureQuery, 'by'>): Promise<Figures> => {
    const rows = await run<Figures>({ ...query, by: 'total' }, []).toArray();
    return addFigures(noFigures, rows[0] ?? noFigures);
  };

  return {
    total: (scope, period, currency) => totalOf({ scope, period, currency }),

    earned: async (scope, period, currency) =>
      (await totalOf({ scope, period, currency, only: 'commissions' })).earningsMinor,

    series: (scope, period, { currency, interval }) => {
      const by = interval === 'hour' ? 'hour' : 'day';
      return sumByInterval(run<FigureRow<Date>>({ scope, period, currency, by }, []), interval);
    },

    totalOf: async (query) => {
      const [found] = await run<FoundTotals>(query, [totalStage], LARGE_RESULT).toArray();
      return groupTotalsOf(found);
    },

    list: (query, page) => run<FigureRow>(query, pageStages(query, page)).toArray(),

    listWithTotals: async (query, page) => {
      const both = { $facet: { rows: pageStages(query, page), totals: [totalStage] } };
      const [found] = await run<{ rows: FigureRow[]; totals: FoundTotals[] }>(query, [
        both,
      ]).toArray();
      return { rows: found?.rows ?? [], total: groupTotalsOf(found?.totals[0]) };
    },

    stream: (query) => run<FigureRow>(query, orderStages(query.by), LARGE_RESULT),
  };
};
