import { isDuplicateKey } from '@tributary/mongo';
import { MINUTE_MS, DAY_MS } from '@tributary/units';
import { type Digest, digestIdOf } from '../domain/digest.ts';
import { type AfterSending } from '../domain/send-attempt.ts';
import { type Collections, type DigestRow } from './collections.ts';

const KEPT_MS = 30 * DAY_MS;
/** A digest goes out a little after its moment, when nobody adds to it any more. */
const GRACE_MS = MINUTE_MS;

const rowOf = (digest: Digest): DigestRow => ({
  _id: digestIdOf(digest),
  userId: digest.userId,
  at: digest.at,
  status: 'queued',
  dueAt: new Date(digest.at.getTime() + GRACE_MS),
  attempts: 0,
  claim: null,
  expiresAt: new Date(digest.at.getTime() + KEPT_MS),
});

export const digestStore = ({ digests }: Collections) => ({
  /** Adds digests; those that are there already stay as they are. */
  addNew: async (wanted: readonly Digest[]): Promise<void> => {
    const rows = new Map(wanted.map((digest) => [digestIdOf(digest), rowOf(digest)]));
    if (rows.size === 0) return;
    try {
      await digests.insertMany([...rows.values()], { ordered: false });
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

  /** Puts a claimed one off. It is kept for as long as before, from then on. */
  defer: async (id: string, claim: string, until: Date): Promise<void> => {
    const expiresAt = new Date(until.getTime() + KEPT_MS);
    await digests.updateOne({ _id: id, claim }, { $set: { dueAt: until, expiresAt, claim: null } });
  },

  /** Removes a claimed one that nothing is in. */
  remove: async (id: string, claim: string): Promise<void> => {
    await digests.deleteOne({ _id: id, claim });
  },

  saveSent: async (id: string, claim: string, after: AfterSending): Promise<void> => {
    const { status, attempts, dueAt } = after;
    await digests.updateOne({ _id: id, claim }, { $set: { status, attempts, dueAt, claim: null } });
  },
});
