import type { EarnedConversion } from '../domain/earned-conversion.ts';
import type { Collections, ConversionDoc, Session } from './collections.ts';

const toConversion = ({ _id, ...facts }: ConversionDoc): EarnedConversion => ({
  id: _id,
  ...facts,
});

export const conversionStore = ({ conversions }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** Those that are known, by id. */
    findByIds: async (ids: readonly string[]): Promise<Map<string, EarnedConversion>> => {
      const docs = await conversions.find({ _id: { $in: [...ids] } }, options).toArray();
      return new Map(docs.map((doc) => [doc._id, toConversion(doc)]));
    },

    /**
     * Saves them whole. Each is written by everything that concerns its commissions, so that an
     * approval and a refund at once meet here instead of passing each other by.
     */
    saveMany: async (saved: readonly EarnedConversion[]): Promise<void> => {
      if (saved.length === 0) return;
      const writes = saved.map(({ id, ...facts }) => ({
        replaceOne: { filter: { _id: id }, replacement: facts, upsert: true },
      }));
      await conversions.bulkWrite(writes, { ...options, ordered: true });
    },
  };
};
