import type { Session } from '@tributary/mongo';
import type { TierChange, TierScheme } from '../domain/tier.ts';
import type { Collections, SchemeDocument, TierChangeDocument } from './collections.ts';

const toScheme = ({ _id, ...scheme }: SchemeDocument): TierScheme => scheme;
const toChange = ({ _id, ...change }: TierChangeDocument): TierChange => change;

/** All versions of the tier schemes, and the affiliates' moves between tiers. Both are insert-only. */
export const tierStore = ({ tierSchemes, tierChanges }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** Every version of these schemes, oldest first. */
    listSchemes: async (schemeIds: readonly string[]): Promise<TierScheme[]> => {
      const query = { schemeId: { $in: [...new Set(schemeIds)] } };
      const docs = await tierSchemes
        .find(query, options)
        .sort({ schemeId: 1, version: 1 })
        .toArray();
      return docs.map(toScheme);
    },

    /** @throws a duplicate key error where another request stored the same version */
    addScheme: async (scheme: TierScheme): Promise<void> => {
      const _id = `${scheme.schemeId}/${String(scheme.version)}`;
      await tierSchemes.insertOne({ _id, ...scheme }, options);
    },

    /** The affiliates' moves in all schemes, oldest first. */
    listChanges: async (affiliateIds: readonly string[]): Promise<TierChange[]> => {
      const query = { affiliateId: { $in: [...new Set(affiliateIds)] } };
      const docs = await tierChanges.find(query, options).sort({ at: 1, number: 1 }).toArray();
      return docs.map(toChange);
    },

    /** @throws a duplicate key error where another instance stored the same move */
    addChange: async (change: TierChange): Promise<void> => {
      const { affiliateId, schemeId, number } = change;
      await tierChanges.insertOne(
        { _id: `${affiliateId}/${schemeId}/${String(number)}`, ...change },
        options,
      );
    },
  };
};
