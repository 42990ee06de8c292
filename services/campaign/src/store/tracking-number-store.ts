import { notFound } from '@tributary/errors';
import { type Session } from '@tributary/mongo';
import { type TrackingNumber } from '../domain/tracking-number.ts';
import { type Models, type TrackingNumberRow } from './models.ts';
import { NEWEST_FIRST, type Page } from './rows.ts';

const rowOf = ({ number, ...rest }: TrackingNumber): TrackingNumberRow => ({
  _id: number,
  ...rest,
});
const numberOf = ({ _id, ...rest }: TrackingNumberRow): TrackingNumber => ({
  number: _id,
  ...rest,
});

/** The telephone numbers of call campaigns. */
export function trackingNumberStore({ trackingNumbers }: Models, session: Session | null = null) {
  return {
    /** @throws the database's duplicate key error where a number is in use */
    createAll: async (numbers: readonly TrackingNumber[]): Promise<void> => {
      await trackingNumbers.create(numbers.map(rowOf), { session, ordered: true });
    },
    /** Assigns a free number of the campaign to a link; undefined where none is free. */
    assign: async (campaignId: string, linkId: string): Promise<string | undefined> => {
      const free = { campaignId, linkId: null };
      const row = await trackingNumbers
        .findOneAndUpdate(free, { $set: { linkId } })
        .sort({ createdAt: 1, _id: 1 })
        .session(session)
        .lean();
      return row?._id;
    },
    /** @throws not_found, also for another campaign's number */
    delete: async (number: string, campaignId: string): Promise<TrackingNumber> => {
      const row = await trackingNumbers
        .findOneAndDelete({ _id: number, campaignId })
        .session(session)
        .lean();
      if (row === null) throw notFound('not_found', { message: 'There is no such number' });
      return numberOf(row);
    },
    list: async (campaignId: string, { skip, limit }: Page) => {
      const query = trackingNumbers.find({ campaignId }).sort(NEWEST_FIRST);
      const rows = await query.skip(skip).limit(limit).lean();
      const total = await trackingNumbers.countDocuments({ campaignId });
      return { numbers: rows.map(numberOf), total };
    },
  };
}
