import { conversionParts, partsBetween, type SumPart } from '../domain/affiliate-sums.ts';
import type { KnownConversion, ConversionView } from '../domain/conversion-view.ts';
import type { Collections, ConversionViewDoc, Session } from './collections.ts';
import { sumStore } from './sum-store.ts';

/** One whose credit came before its facts has nothing else yet; a copy older than credit lacks facts too. */
type KnownDoc = ConversionViewDoc | Pick<ConversionViewDoc, '_id' | 'credit'>;

const toKnown = (doc: KnownDoc): KnownConversion => ({
  id: doc._id,
  credit: doc.credit,
  ...('trackedAt' in doc ? { facts: doc } : {}),
});

/** What was summed of what was known before. */
const partsOf = (doc: KnownDoc): readonly SumPart[] =>
  'trackedAt' in doc ? conversionParts({ ...doc, id: doc._id }) : [];

/** Our copy of the conversions, for the views of affiliates, and what is summed of them. */
export const conversionViewStore = (collections: Collections, session?: Session) => {
  const { conversionViews } = collections;
  const options = session === undefined ? {} : { session };
  const sums = sumStore(collections, session);
  // What this transaction has read; a transaction that is run again has a store of its own.
  const summed = new Map<string, readonly SumPart[]>();
  return {
    /** What was heard of these, by id. */
    findKnown: async (ids: readonly string[]): Promise<Map<string, KnownConversion>> => {
      const query = { _id: { $in: [...new Set(ids)] } };
      const docs = await conversionViews.find<KnownDoc>(query, options).toArray();
      for (const doc of docs) summed.set(doc._id, partsOf(doc));
      return new Map(docs.map((doc) => [doc._id, toKnown(doc)]));
    },

    /** In the same documents as the views, so that credit and facts at once meet instead of passing by. */
    saveUntracked: async (heard: readonly KnownConversion[]): Promise<void> => {
      if (heard.length === 0) return;
      const writes = heard.map(({ id: _id, credit }) => ({
        updateOne: { filter: { _id }, update: { $set: { credit } }, upsert: true },
      }));
      await conversionViews.bulkWrite(writes, { ...options, ordered: false });
    },

    /** Saves conversions that `findKnown` has looked for. */
    saveMany: async (shown: readonly ConversionView[]): Promise<void> => {
      if (shown.length === 0) return;
      const writes = shown.map(({ id: _id, ...replacement }) => ({
        replaceOne: { filter: { _id }, replacement, upsert: true },
      }));
      await conversionViews.bulkWrite(writes, { ...options, ordered: false });
      const earlier = shown.flatMap(({ id }) => summed.get(id) ?? []);
      await sums.add(partsBetween(earlier, shown.flatMap(conversionParts)));
      for (const one of shown) summed.set(one.id, conversionParts(one));
    },

    /** The customer asked to be forgotten. */
    forgetCustomer: async (_id: string): Promise<void> => {
      await conversionViews.updateOne({ _id }, { $set: { customerId: null } }, options);
    },

    /** Forgets the customers of what was tracked up to this moment; at most `limit`. @returns how many */
    forgetCustomersBefore: async (before: Date, limit: number): Promise<number> => {
      // The type says that the partial index covers this.
      const due = { customerId: { $type: 'string' as const }, trackedAt: { $lte: before } };
      const docs = await conversionViews
        .find(due, options)
        .project({ _id: 1 })
        .limit(limit)
        .toArray();
      if (docs.length === 0) return 0;
      const ids = docs.map(({ _id }) => _id as string);
      await conversionViews.updateMany(
        { _id: { $in: ids } },
        { $set: { customerId: null } },
        options,
      );
      return docs.length;
    },
  };
};
