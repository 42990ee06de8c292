import { isDuplicateKey } from '@tributary/mongo';
import { type AfterSending } from '../domain/sending.ts';
import { type Collections, type DigestRow } from './collections.ts';

export const digestStore = ({ digests }: Collections) => ({
  /** Adds digests; those that are there already stay as they are. */
  addNew: async (rows: readonly DigestRow[]): Promise<void> => {
    if (rows.length === 0) return;
    try {
      await digests.insertMany([...rows], { ordered: false });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  },

  /** Takes one that is due, as notifications are taken. */
  claimDue: async (
    lease: { claim: string; until: Date },
    now: Date,
  ): Promise<DigestRow | undefined> => {
    const row = await digests.findOneAndUpdate(
      // With the type, which says that the partial index holds them.
      { dueAt: { $lte: now, $type: 'date' } },
      { $set: { claim: lease.claim, dueAt: lease.until } },
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    );
    return row ?? undefined;
  },

  saveSent: async (id: string, claim: string, after: AfterSending): Promise<void> => {
    const { status, attempts, dueAt } = after;
    await digests.updateOne({ _id: id, claim }, { $set: { status, attempts, dueAt, claim: null } });
  },
});
