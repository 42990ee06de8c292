import { notFound } from '@tributary/errors';
import { type Session } from '@tributary/mongo';
import { type Models, NEWEST_FIRST, type NumberRow, type Page } from './models.ts';

/** The telephone numbers of call campaigns. */
export function numberStore({ numbers }: Models, session: Session | null = null) {
  return {
    /** A number that somebody has already passes through as the database's own error. */
    createAll: async (rows: readonly NumberRow[]): Promise<void> => {
      await numbers.create([...rows], { session, ordered: true });
    },
    /** Takes a free number of the campaign for a link; undefined where there is none. */
    claim: async (campaignId: string, linkId: string): Promise<string | undefined> => {
      const free = { campaignId, linkId: null };
      const row = await numbers
        .findOneAndUpdate(free, { $set: { linkId } })
        .sort({ createdAt: 1, _id: 1 })
        .session(session)
        .lean();
      return row?._id;
    },
    /** @throws not_found, also where it is another campaign's */
    delete: async (number: string, campaignId: string): Promise<NumberRow> => {
      const row = await numbers
        .findOneAndDelete({ _id: number, campaignId })
        .session(session)
        .lean();
      if (row === null) throw notFound('not_found', { message: 'There is no such number' });
      return row;
    },
    list: async (campaignId: string, { skip, limit }: Page) => {
      const found = await numbers
        .find({ campaignId })
        .sort(NEWEST_FIRST)
        .skip(skip)
        .limit(limit)
        .lean();
      return { numbers: found, total: await numbers.countDocuments({ campaignId }) };
    },
  };
}
