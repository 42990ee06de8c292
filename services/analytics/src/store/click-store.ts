import {
  type ClickDoc,
  type ClickRollupDoc,
  type Collections,
  type Session,
} from './collections.ts';
import { type Period } from '../domain/period.ts';

export interface ClickFilter {
  readonly affiliateId: string;
  readonly period: Period;
  readonly campaignId?: string | undefined;
  readonly linkId?: string | undefined;
}

const matching = ({ affiliateId, period, campaignId, linkId }: ClickFilter) => ({
  affiliateId,
  occurredAt: { $gte: period.start, $lt: period.end },
  ...(campaignId === undefined ? {} : { campaignId }),
  ...(linkId === undefined ? {} : { linkId }),
});

export const clickStore = (collections: Collections, session?: Session) => {
  const { clicks, clickRollups } = collections;
  const inSession = session === undefined ? {} : { session };
  return {
    /** Which of these clicks are here already. */
    findKnown: async (ids: readonly string[]): Promise<Set<string>> => {
      const query = clicks.find({ _id: { $in: [...ids] } }, inSession);
      const rows = await query.project<{ _id: string }>({ _id: 1 }).toArray();
      return new Set(rows.map(({ _id }) => _id));
    },

    insert: async (rows: readonly ClickDoc[]): Promise<void> => {
      if (rows.length > 0) await clicks.insertMany([...rows], inSession);
    },

    /** Adds counts to the hours of links. */
    count: async (rollups: readonly ClickRollupDoc[]): Promise<void> => {
      if (rollups.length === 0) return;
      const updates = rollups.map(({ _id, unique, duplicate, invalid, ...rest }) => ({
        updateOne: {
          filter: { _id },
          update: { $setOnInsert: rest, $inc: { unique, duplicate, invalid } },
          upsert: true,
        },
      }));
      await clickRollups.bulkWrite(updates, inSession);
    },

    /** One page, newest first. */
    list: async (
      filter: ClickFilter,
      page: { skip: number; limit: number },
    ): Promise<{ rows: ClickDoc[]; total: number }> => {
      const query = matching(filter);
      const [rows, total] = await Promise.all([
        clicks
          .find(query, inSession)
          .sort({ occurredAt: -1, _id: -1 })
          .skip(page.skip)
          .limit(page.limit)
          .toArray(),
        clicks.countDocuments(query, inSession),
      ]);
      return { rows, total };
    },
  };
};
