import { randomUUID } from 'node:crypto';
import type mongoose from 'mongoose';
import { type WorkQueue } from './drain.ts';

/** A document with work that falls due. */
export interface DueDocument {
  readonly _id: string;
  /** From when on it may be claimed; null where nothing is to be done. A claim moves it to the end of the lease. */
  readonly dueAt: Date | null;
  /** The claim that the document belongs to. */
  readonly claim?: string | null;
}

/** A document and the claim that was made on it. */
export type ClaimedDocument = Pick<DueDocument, '_id' | 'claim'>;

/** The queue of due documents. */
export interface DueQueue<Document extends DueDocument> extends Required<WorkQueue<Document>> {
  readonly renew: (item: ClaimedDocument) => Promise<boolean>;
  readonly release: (items: readonly ClaimedDocument[]) => Promise<void>;
}

export interface DueOptions {
  readonly leaseMs: number;
  readonly now: () => Date;
}

/**
 * The filter of a claimed document. It matches nothing where the claim was lost, or where nothing is left to be done:
 * who claimed a document must not make it due again.
 */
export const underClaim = ({ _id, claim }: ClaimedDocument) => ({
  _id,
  claim: claim ?? null,
  dueAt: { $type: 'date' as const },
});

/**
 * The due documents of a collection as a queue, the longest due first. It needs an index on `dueAt`,
 * which may hold dates alone. Writes of an outcome must filter by the document's `claim`.
 */
export function dueDocuments<Document extends DueDocument>(
  collection: mongoose.mongo.Collection<Document>,
  { leaseMs, now }: DueOptions,
): DueQueue<Document> {
  // The filters name fields of the interface alone, which a generic document hides from the driver's types.
  const documents = collection as unknown as mongoose.mongo.Collection<DueDocument>;
  const leaseEnd = (): Date => new Date(now().getTime() + leaseMs);
  // The type is named so that a partial index of dates serves the query.
  const isDue = () => ({ dueAt: { $lte: now(), $type: 'date' as const } });
  return {
    claim: async (limit) => {
      const due = isDue();
      const oldest = documents.find(due, { projection: { _id: 1 } }).sort({ dueAt: 1 });
      const ids = (await oldest.limit(limit).toArray()).map(({ _id }) => _id);
      if (ids.length === 0) return [];
      // Of several holders that found a document, the first update takes it: then it is not due any more.
      const claim = randomUUID();
      const taken = { $set: { claim, dueAt: leaseEnd() } };
      // Left alone, MongoDB may search all due documents for these.
      await documents.updateMany({ _id: { $in: ids }, ...due }, taken, { hint: { _id: 1 } });
      const claimed = await documents.find({ _id: { $in: ids }, claim }).toArray();
      return claimed as unknown as Document[];
    },
    renew: async (item) => {
      const renewed = { $set: { dueAt: leaseEnd() } };
      return (await documents.updateOne(underClaim(item), renewed)).matchedCount === 1;
    },
    release: async (items) => {
      const update = { $set: { claim: null, dueAt: now() } };
      const updates = items.map((item) => ({ updateOne: { filter: underClaim(item), update } }));
      if (updates.length > 0) await documents.bulkWrite(updates, { ordered: false });
    },
  };
}
