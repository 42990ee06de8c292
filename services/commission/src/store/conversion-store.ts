import type { Session } from '@tributary/mongo';
import type { EarnedConversion } from '../domain/earned-conversion.ts';
import type { Collections, ConversionDocument } from './collections.ts';

const toConversion = ({ _id, ...facts }: ConversionDocument): EarnedConversion => ({
  id: _id,
  ...facts,
});

export const conversionStore = ({ conversions }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  // The conversions found in this transaction; a retried transaction gets a new store.
  const found = new Set<string>();
  return {
    /** The stored ones, by id. */
    findByIds: async (ids: readonly string[]): Promise<Map<string, EarnedConversion>> => {
      if (ids.length === 0) return new Map();
      const docs = await conversions.find({ _id: { $in: [...ids] } }, options).toArray();
      // Outside transactions nothing is saved, and the store lives as long as the process.
      if (session !== undefined) for (const { _id } of docs) found.add(_id);
      return new Map(docs.map((doc) => [doc._id, toConversion(doc)]));
    },

    /** When their brands approved these, by conversion. */
    listApprovals: async (ids: readonly string[]): Promise<Map<string, Date>> => {
      const projection = { 'origin.approvedAt': 1 };
      const docs = await conversions
        .find({ _id: { $in: [...ids] }, origin: { $ne: null } }, { ...options, projection })
        .toArray();
      return new Map(
        docs.flatMap(({ _id, origin }) => (origin === null ? [] : [[_id, origin.approvedAt]])),
      );
    },

    /**
     * Saves whole conversions; one that `findByIds` has not found must be new. Every change of a commission also writes
     * its conversion, so that a concurrent approval and refund conflict here: the later one fails with a write conflict or a
     * duplicate key.
     */
    saveMany: async (saved: readonly EarnedConversion[]): Promise<void> => {
      const docs = saved.map(({ id, ...facts }): ConversionDocument => ({ _id: id, ...facts }));
      const added = docs.filter(({ _id }) => !found.has(_id));
      if (added.length > 0) await conversions.insertMany(added, options);
      for (const doc of docs) {
        if (found.has(doc._id)) await conversions.replaceOne({ _id: doc._id }, doc, options);
      }
    },
  };
};
