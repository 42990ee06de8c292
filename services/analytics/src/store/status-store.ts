import { type Period, splitPeriod } from '../domain/period.ts';
import { type Collections } from './collections.ts';
import { type FigureReaders, type Scope } from './figures-port.ts';
import { scopeFilter } from './sum-pipeline.ts';

interface StatusCount {
  readonly _id: string;
  readonly count: number;
}

const range = ({ start, end }: Period) => ({ $gte: start, $lt: end });

export const statusStore = ({
  conversions,
  conversionDays,
}: Collections): FigureReaders['statuses'] => {
  const ofDays = (scope: Scope, days: Period): Promise<StatusCount[]> =>
    conversionDays
      .aggregate<StatusCount>([
        { $match: { ...scopeFilter(scope), further: false, at: range(days) } },
        { $project: { status: { $objectToArray: '$status' } } },
        { $unwind: '$status' },
        { $group: { _id: '$status.v.value', count: { $sum: '$status.v.conversions' } } },
      ])
      .toArray();

  const ofEdge = (scope: Scope, edge: Period): Promise<StatusCount[]> =>
    conversions
      .aggregate<StatusCount>([
        { $match: { ...scopeFilter(scope), convertedAt: range(edge) } },
        { $group: { _id: '$status', count: { $sum: 1 } } },
      ])
      .toArray();

  return {
    byStatus: async (scope, period) => {
      const { whole: days, edges } = splitPeriod(period, 'day');
      const parts = await Promise.all([
        ...(days === undefined ? [] : [ofDays(scope, days)]),
        ...edges.map((edge) => ofEdge(scope, edge)),
      ]);
      const counts: Record<string, number> = {};
      for (const { _id, count } of parts.flat()) counts[_id] = (counts[_id] ?? 0) + count;
      return counts;
    },
  };
};
