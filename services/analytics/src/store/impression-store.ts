import { type ImpressionRow } from '@tributary/contracts';
import { type Session } from '@tributary/mongo';
import { hourOf, type Period } from '../domain/period.ts';
import { type Collections, type ImpressionSumDocument } from './collections.ts';

const sumOf = (row: ImpressionRow): Omit<ImpressionSumDocument, 'impressions'> => {
  const { campaignId, affiliateId, brandId, linkId, occurredAt } = row;
  const at = hourOf(new Date(occurredAt));
  return { _id: JSON.stringify([at, linkId]), at, campaignId, affiliateId, brandId, linkId };
};

/** Impressions by link and hour. */
export const impressionStore = ({ impressionSums }: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };
  return {
    /** Counts impressions; each must be given once. */
    add: async (rows: readonly ImpressionRow[]): Promise<void> => {
      const sums = Map.groupBy(rows.map(sumOf), ({ _id }) => _id);
      const updates = [...sums].map(([_id, some]) => {
        const { _id: _same, ...about } = some[0] as (typeof some)[number];
        const update = { $setOnInsert: about, $inc: { impressions: some.length } };
        return { updateOne: { filter: { _id }, update, upsert: true } };
      });
      if (updates.length === 0) return;
      await impressionSums.bulkWrite(updates, { ...inSession, ordered: false });
    },

    /** A campaign's impressions in the hours that begin within the period. */
    count: async (campaignId: string, { start, end }: Period): Promise<number> => {
      const match = { campaignId, at: { $gte: start, $lt: end } };
      const sum = { _id: null, impressions: { $sum: '$impressions' } };
      const stages = [{ $match: match }, { $group: sum }];
      const [row] = await impressionSums
        .aggregate<{ impressions: number }>(stages, inSession)
        .toArray();
      return row?.impressions ?? 0;
    },
  };
};
