import { notFound } from '@tributary/errors';
import { type Session } from '@tributary/mongo';
import { type Models, NEWEST_FIRST, type NumberRow, type Page } from './models.ts';

/** The telephone numbers of call campaigns. */
export function numberStore({ numbers }: Models, session: Session | null = null) {
  return {
    /** @throws the database's duplicate key error where a number is in use */
    createAll: async (rows: readonly NumberRow[]): Promise<void> => {
      await numbers.create([...rows], { session, ordered: true });
    },
    /** Assigns a free number of the campaign to a link; undefined where none is free. */
    assign: async (campaignId: string, linkId: string): Promise<string | undefined> => {
      const free = { campaignId, linkId: null };
      const row = await numbers
        .findOneAndUpdate(free, { $set: { linkId } })
        .sort({ createdAt: 1, _id: 1 })
        .session(session)
        .lean();
      return row?._id;
    },
    /** @throws not_found, also for another campaign's number */
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
