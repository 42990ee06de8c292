import type { Collections, ConversionViewDoc, Session } from './collections.ts';

/** Later statuses win whatever order the events come in: a conversion only ever moves right. */
const ranks = { pending: 0, approved: 1, rejected: 1, reversed: 2 } as const;

export interface ToldView {
  readonly view: ConversionViewDoc;
  /** Whether the affiliates are those of the verdict, not only of the click. */
  readonly isCredited: boolean;
}

function merged(
  known: ConversionViewDoc | undefined,
  view: ConversionViewDoc,
  isCredited: boolean,
): ConversionViewDoc {
  if (known === undefined) return view;
  if (ranks[known.status] > ranks[view.status]) return known;
  const keepsKnown = !isCredited && known.affiliateIds.length > 0;
  const affiliateIds = keepsKnown ? known.affiliateIds : view.affiliateIds;
  const rejectionReason = view.rejectionReason ?? known.rejectionReason;
  return { ...view, affiliateIds, rejectionReason };
}

/** Our copy of the conversions, for the views of affiliates. */
export const conversionViewStore = ({ conversionViews }: Collections, session?: Session) => {
  const options = session === undefined ? {} : { session };
  return {
    /** Saves what was told, in its order. */
    saveMany: async (told: readonly ToldView[]): Promise<void> => {
      const ids = [...new Set(told.map(({ view }) => view._id))];
      const docs = await conversionViews.find({ _id: { $in: ids } }, options).toArray();
      const known = new Map(docs.map((doc) => [doc._id, doc]));
      for (const { view, isCredited } of told) {
        known.set(view._id, merged(known.get(view._id), view, isCredited));
      }
      const changed = [...known.values()].filter((doc) => !docs.includes(doc));
      if (changed.length === 0) return;
      const writes = changed.map(({ _id, ...replacement }) => ({
        replaceOne: { filter: { _id }, replacement, upsert: true },
      }));
      await conversionViews.bulkWrite(writes, { ...options, ordered: false });
    },
    /** The customer asked to be forgotten. */
    forgetCustomer: async (_id: string): Promise<void> => {
      await conversionViews.updateOne({ _id }, { $set: { customerId: null } }, options);
    },
  };
};
