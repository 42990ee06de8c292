import { type Session } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { LRUCache } from 'lru-cache';
import { type LabelRow, type Models } from './models.ts';

const HISTORY_DAYS = 90;
const REMEMBERED_MS = 600_000;

/** How many of an affiliate's orders brands decided, and rejected. */
export interface History {
  readonly reviewed: number;
  readonly rejected: number;
}

const NONE: History = { reviewed: 0, rejected: 0 };

const startOfDay = (at: Date): Date => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS);

/** What brands decided. */
export const labelStore = ({ labels, assessments }: Models, session?: Session) => ({
  findKnown: async (conversionIds: readonly string[]): Promise<Set<string>> => {
    const where = { _id: { $in: [...conversionIds] } } as never;
    const options = session === undefined ? {} : { session };
    const query = labels.collection.find(where, { ...options, projection: { _id: 1 } });
    const rows = (await query.toArray()) as unknown as LabelRow[];
    return new Set(rows.map(({ _id }) => _id));
  },
  /** A duplicate key passes through. */
  create: async (rows: readonly LabelRow[]): Promise<void> => {
    const options = session === undefined ? {} : { session };
    await labels.collection.insertMany([...rows] as never[], options);
    const decided = { _id: { $in: rows.map(({ _id }) => _id) }, isOpen: true } as never;
    await assessments.collection.updateMany(decided, { $unset: { isOpen: '' } }, options);
  },
});

/**
 * Affiliates' histories by whole days, which do not change any more: an order is judged by the 90 days
 * before its own, so that the answer is the same whenever it is asked for.
 */
export function openHistories({ labels }: Models) {
  const cache = new LRUCache<string, History>({ max: 20_000, ttl: REMEMBERED_MS });

  const count = async (affiliateIds: readonly string[], day: Date): Promise<void> => {
    const reviewedAt = { $gte: new Date(day.getTime() - HISTORY_DAYS * DAY_MS), $lt: day };
    const isRejected = { $cond: [{ $eq: ['$decision', 'rejected'] }, 1, 0] };
    const groups = await labels.collection
      .aggregate<{ _id: string } & History>([
        { $match: { affiliateId: { $in: [...affiliateIds] }, reviewedAt } },
        {
          $group: { _id: '$affiliateId', reviewed: { $sum: 1 }, rejected: { $sum: isRejected } },
        },
      ])
      .toArray();
    const found = new Map(groups.map((group) => [group._id, group]));
    for (const id of affiliateIds) {
      const { reviewed, rejected } = found.get(id) ?? NONE;
      cache.set(`${id}@${day.getTime()}`, { reviewed, rejected });
    }
  };

  return {
    /** The histories of affiliates as each order's day found them, in the order asked. */
    listAt: async (
      asked: readonly { readonly affiliateId: string | null; readonly at: Date }[],
    ): Promise<History[]> => {
      const days = Map.groupBy(asked, ({ at }) => startOfDay(at).getTime());
      for (const [day, ofDay] of days) {
        const ids = ofDay.flatMap(({ affiliateId: id }) =>
          id === null || cache.has(`${id}@${day}`) ? [] : [id],
        );
        if (ids.length > 0) await count([...new Set(ids)], new Date(day));
      }
      return asked.map(({ affiliateId, at }) =>
        affiliateId === null
          ? NONE
          : (cache.get(`${affiliateId}@${startOfDay(at).getTime()}`) ?? NONE),
      );
    },
  };
}
