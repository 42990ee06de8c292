import { notFound } from '@tributary/errors';
import { NEWEST_FIRST, type Session } from '@tributary/mongo';
import { type Collections, type TrackingSecretDocument } from './collections.ts';

/** The brands' own tracking secrets, encrypted. */
export const secretStore = ({ secrets }: Collections, session: Session | null = null) => ({
  listOfBrand: (brandId: string): Promise<TrackingSecretDocument[]> =>
    secrets.find({ brandId }).sort(NEWEST_FIRST).limit(2).lean(),

  /** The secrets of these brands, at most two of each. */
  listOfBrands: (brandIds: readonly string[]): Promise<TrackingSecretDocument[]> =>
    secrets
      .find({ brandId: { $in: [...brandIds] } })
      .limit(2 * brandIds.length)
      .lean(),

  /** The newest secrets of all brands. */
  listNewest: (limit: number): Promise<TrackingSecretDocument[]> =>
    secrets.find({}).sort({ createdAt: -1 }).limit(limit).lean(),

  /** Throws a duplicate key where the slot is taken. */
  add: async (secret: TrackingSecretDocument): Promise<void> => {
    await secrets.insertMany([secret], { session });
  },

  /** The removed secret. @throws not_found tracking_secret_not_found */
  remove: async (brandId: string, secretId: string): Promise<TrackingSecretDocument> => {
    const removed = await secrets
      .findOneAndDelete({ _id: secretId, brandId })
      .session(session)
      .lean();
    if (removed === null) {
      throw notFound('tracking_secret_not_found', { message: 'There is no such secret' });
    }
    return removed;
  },
});
export type SecretStore = ReturnType<typeof secretStore>;
