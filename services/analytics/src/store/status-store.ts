import { type Period, splitPeriod } from '../domain/period.ts';
import { type Collections } from './collections.ts';

interface StatusCount {
  readonly _id: string;
  readonly count: number;
}

const range = ({ start, end }: Period) => ({ $gte: start, $lt: end });

/** The statuses of a campaign's conversions in all currencies. */
export const statusStore = ({ conversions, conversionDays }: Collections) => {
  const ofDays = (campaignId: string, days: Period): Promise<StatusCount[]> =>
    conversionDays
      .aggregate<StatusCount>([
        { $match: { campaignId, further: false, at: range(days) } },
        { $project: { status: { $objectToArray: '$status' } } },
        { $unwind: '$status' },
        { $group: { _id: '$status.v.value', count: { $sum: '$status.v.conversions' } } },
      ])
      .toArray();

  const ofEdge = (campaignId: string, edge: Period): Promise<StatusCount[]> =>
    conversions
      .aggregate<StatusCount>([
        { $match: { campaignId, convertedAt: range(edge) } },
        { $group: { _id: '$status', count: { $sum: 1 } } },
      ])
      .toArray();

  return {
    /** The number of conversions by status. */
    byStatus: async (campaignId: string, period: Period): Promise<Record<string, number>> => {
      const { whole: days, edges } = splitPeriod(period, 'day');
      const parts = await Promise.all([
        ...(days === undefined ? [] : [ofDays(campaignId, days)]),
        ...edges.map((edge) => ofEdge(campaignId, edge)),
      ]);
      const counts: Record<string, number> = {};
      for (const { _id, count } of parts.flat()) counts[_id] = (counts[_id] ?? 0) + count;
      return counts;
    },
  };
};
