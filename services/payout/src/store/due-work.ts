import { type ClaimedDocument, dueDocuments, underClaim, type WorkQueue } from '@tributary/work';
import type mongoose from 'mongoose';
import type { DueWork } from './collections.ts';

/** A record with due work, under a claim. */
export interface ClaimedWork<Work> {
  readonly work: Work;
  /** Its attempts without result. */
  readonly attempts: number;
  /** The claim that its outcome is saved under. */
  readonly claim: string | null;
}

/** Reads a claimed document as work on the record that it stores. */
export const claimedWork =
  <Document extends DueWork, Work>(workOf: (document: Document) => Work) =>
  (document: Document): ClaimedWork<Work> => ({
    work: workOf(document),
    attempts: document.attempts,
    claim: document.claim ?? null,
  });

/** The document that claimed work is stored in. */
export const claimOf = ({ work, claim }: ClaimedWork<{ readonly id: string }>) => ({
  _id: work.id,
  claim,
});

interface DueWorkOptions<Document, Item> {
  readonly now: () => Date;
  readonly itemOf: (document: Document) => Item;
  readonly keyOf: (item: Item) => ClaimedDocument;
}

/** The due documents of a collection as work on what they stand for. A claim ends with its lease, or when an outcome is saved. */
export function dueWork<Document extends DueWork, Item>(
  collection: mongoose.mongo.Collection<Document>,
  { now, itemOf, keyOf }: DueWorkOptions<Document, Item>,
) {
  // The filters name fields of the interface alone, which a generic document hides from the driver's types.
  const documents = collection as unknown as mongoose.mongo.Collection<DueWork>;
  return {
    due: (leaseMs: number): Required<WorkQueue<Item>> => {
      const queue = dueDocuments(collection, { leaseMs, now });
      return {
        claim: async (limit) => (await queue.claim(limit)).map(itemOf),
        renew: (item) => queue.renew(keyOf(item)),
        release: (items) => queue.release(items.map(keyOf)),
      };
    },

    /** Schedules the next attempt, and counts the one without result. Nothing where the claim was lost. */
    postpone: async (item: Item, dueAt: Date): Promise<void> => {
      const next = { $set: { dueAt, claim: null }, $inc: { attempts: 1 } };
      await documents.updateOne(underClaim(keyOf(item)), next);
    },
  };
}
