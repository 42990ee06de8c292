import type { Session } from '@tributary/mongo';
import { conversionParts, partsBetween, type SumPart } from '../domain/affiliate-sums.ts';
import type { KnownConversion, ConversionView } from '../domain/conversion-view.ts';
import type { Collections, ConversionViewDocument } from './collections.ts';
import { sumStore } from './sum-store.ts';

/** A conversion whose credit arrived before its facts has only the credit. */
type KnownDocument = ConversionViewDocument | Pick<ConversionViewDocument, '_id' | 'credit'>;

const toKnown = (doc: KnownDocument): KnownConversion => ({
  id: doc._id,
  credit: doc.credit,
  ...('trackedAt' in doc ? { facts: doc } : {}),
});

/** The parts that the stored view added to the sums. */
const partsOf = (doc: KnownDocument): readonly SumPart[] =>
  'trackedAt' in doc ? conversionParts({ ...doc, id: doc._id }) : [];

/** What a view loses with its customer. */
const FORGOTTEN = { $set: { customerId: null } } as const;

/** Conversions as their affiliates see them, and their sums, always written together. */
export const conversionViewStore = (collections: Collections, session?: Session) => {
  const { conversionViews } = collections;
  const options = session === undefined ? {} : { session };
  const sums = sumStore(collections, session);
  // The parts of the views read in this transaction; a retried transaction gets a new store.
  const summed = new Map<string, readonly SumPart[]>();
  return {
    /** What is stored of these conversions, by id. */
    findKnown: async (ids: readonly string[]): Promise<Map<string, KnownConversion>> => {
      const query = { _id: { $in: [...new Set(ids)] } };
      const docs = await conversionViews.find<KnownDocument>(query, options).toArray();
      for (const doc of docs) summed.set(doc._id, partsOf(doc));
      return new Map(docs.map((doc) => [doc._id, toKnown(doc)]));
    },

    /** Stores credits in the views' own documents, so that credit and facts that arrive at once conflict. */
    saveUntracked: async (untracked: readonly KnownConversion[]): Promise<void> => {
      if (untracked.length === 0) return;
      const writes = untracked.map(({ id: _id, credit }) => ({
        updateOne: { filter: { _id }, update: { $set: { credit } }, upsert: true },
      }));
      await conversionViews.bulkWrite(writes, { ...options, ordered: false });
    },

    /** Saves views of conversions that `findKnown` was called for. */
    saveMany: async (views: readonly ConversionView[]): Promise<void> => {
      if (views.length === 0) return;
      const writes = views.map(({ id: _id, ...replacement }) => ({
        replaceOne: { filter: { _id }, replacement, upsert: true },
      }));
      await conversionViews.bulkWrite(writes, { ...options, ordered: false });
      const earlier = views.flatMap(({ id }) => summed.get(id) ?? []);
      await sums.add(partsBetween(earlier, views.flatMap(conversionParts)));
      for (const one of views) summed.set(one.id, conversionParts(one));
    },

    /** Removes the customer's id. */
    forgetCustomer: async (_id: string): Promise<number> =>
      (await conversionViews.updateOne({ _id }, FORGOTTEN, options)).matchedCount,

    /** Removes the customers' ids from at most `limit` conversions tracked up to `before`. @returns from how many */
    forgetCustomersBefore: async (before: Date, limit: number): Promise<number> => {
      // The condition on the type lets MongoDB use the partial index.
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
