import { type Session } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { type Collections, type DailyCountDocument } from './collections.ts';

const RETENTION_MS = 400 * DAY_MS;

/** An increment of a day's counts. */
export type DailyCount = Omit<DailyCountDocument, '_id' | 'expiresAt'>;

export interface Totals {
  readonly sent: number;
  readonly succeeded: number;
  readonly failed: number;
  readonly attempts: number;
  readonly durationMs: number;
}

const sums = {
  sent: { $sum: '$sent' },
  succeeded: { $sum: '$succeeded' },
  failed: { $sum: '$failed' },
  attempts: { $sum: '$attempts' },
  durationMs: { $sum: '$durationMs' },
};

export const countStore = ({ dailyCounts }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    add: async (counts: readonly DailyCount[]): Promise<void> => {
      if (counts.length === 0) return;
      const updates = counts.map(({ ownerId, day, eventType, ...numbers }) => ({
        updateOne: {
          filter: { _id: `${ownerId} ${day} ${eventType}` },
          update: {
            $inc: numbers,
            $setOnInsert: {
              ownerId,
              day,
              eventType,
              expiresAt: new Date(Date.parse(day) + RETENTION_MS),
            },
          },
          upsert: true,
        },
      }));
      await dailyCounts.bulkWrite(updates, { ...options, ordered: false });
    },

    /** Totals per event with deliveries, the most frequent first, from `fromDay` on. */
    totalsByEvent: (ownerId: string, fromDay: string): Promise<(Totals & { _id: string })[]> =>
      dailyCounts
        .aggregate<Totals & { _id: string }>([
          { $match: { ownerId, day: { $gte: fromDay } } },
          { $group: { _id: '$eventType', ...sums } },
          { $match: { sent: { $gt: 0 } } },
          { $sort: { sent: -1, _id: 1 } },
        ])
        .toArray(),

    /** Totals per day, the earliest first, from `fromDay` on. */
    totalsByDay: (ownerId: string, fromDay: string): Promise<(Totals & { _id: string })[]> =>
      dailyCounts
        .aggregate<Totals & { _id: string }>([
          { $match: { ownerId, day: { $gte: fromDay } } },
          { $group: { _id: '$day', ...sums } },
          { $sort: { _id: 1 } },
        ])
        .toArray(),
  };
};
