import type { TierChange, TierScheme } from '../domain/tier.ts';
import type { Collections, SchemeDoc, Session, TierChangeDoc } from './collections.ts';

const toScheme = ({ _id, ...scheme }: SchemeDoc): TierScheme => scheme;
const toChange = ({ _id, ...change }: TierChangeDoc): TierChange => change;

/** Tier schemes in all their versions, and who moved when. Both are only ever added to. */
export const tierStore = ({ tierSchemes, tierChanges }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** Every version of these schemes, the oldest first. */
    listSchemes: async (schemeIds: readonly string[]): Promise<TierScheme[]> => {
      const query = { schemeId: { $in: [...new Set(schemeIds)] } };
      const docs = await tierSchemes
        .find(query, options)
        .sort({ schemeId: 1, version: 1 })
        .toArray();
      return docs.map(toScheme);
    },

    /** Meets a duplicate key where another made the same version at the same moment. */
    addScheme: async (scheme: TierScheme): Promise<void> => {
      const _id = `${scheme.schemeId}/${String(scheme.version)}`;
      await tierSchemes.insertOne({ _id, ...scheme }, options);
    },

    /** The affiliates' histories in any scheme, the oldest first. */
    listChanges: async (affiliateIds: readonly string[]): Promise<TierChange[]> => {
      const query = { affiliateId: { $in: [...new Set(affiliateIds)] } };
      const docs = await tierChanges.find(query, options).sort({ at: 1, number: 1 }).toArray();
      return docs.map(toChange);
    },

    /** Meets a duplicate key where another instance made the same move. */
    addChange: async (change: TierChange): Promise<void> => {
      const { affiliateId, schemeId, number } = change;
      await tierChanges.insertOne(
        { _id: `${affiliateId}/${schemeId}/${String(number)}`, ...change },
        options,
      );
    },
  };
};
