import { notFound } from '@tributary/errors';
import { findPage, type PageRequest, type Session } from '@tributary/mongo';
import { type TrackingNumber } from '../domain/tracking-number.ts';
import { type Collections, type TrackingNumberDocument } from './collections.ts';

const documentOf = ({ number, ...rest }: TrackingNumber): TrackingNumberDocument => ({
  _id: number,
  ...rest,
});
const numberOf = ({ _id, ...rest }: TrackingNumberDocument): TrackingNumber => ({
  number: _id,
  ...rest,
});

/** The telephone numbers of call campaigns. */
export function trackingNumberStore(
  { trackingNumbers }: Collections,
  session: Session | null = null,
) {
  return {
    /** @throws the database's duplicate key error where a number is in use */
    createAll: async (numbers: readonly TrackingNumber[]): Promise<void> => {
      await trackingNumbers.create(numbers.map(documentOf), { session, ordered: true });
    },
    /** Assigns a free number of the campaign to a link; undefined where none is free. */
    assign: async (campaignId: string, linkId: string): Promise<string | undefined> => {
      const free = { campaignId, linkId: null };
      const document = await trackingNumbers
        .findOneAndUpdate(free, { $set: { linkId } })
        .sort({ createdAt: 1, _id: 1 })
        .session(session)
        .lean();
      return document?._id;
    },
    /** @throws not_found, also for another campaign's number */
    delete: async (number: string, campaignId: string): Promise<TrackingNumber> => {
      const document = await trackingNumbers
        .findOneAndDelete({ _id: number, campaignId })
        .session(session)
        .lean();
      if (document === null) throw notFound('not_found', { message: 'There is no such number' });
      return numberOf(document);
    },
    /** The link that a number is assigned to. */
    findLinkId: async (number: string): Promise<string | undefined> => {
      const document = await trackingNumbers.findById(number).session(session).lean();
      return document?.linkId ?? undefined;
    },
    list: async (campaignId: string, page: PageRequest) => {
      const { documents, total } = await findPage(trackingNumbers, { campaignId }, page);
      return { numbers: documents.map(numberOf), total };
    },
  };
}
