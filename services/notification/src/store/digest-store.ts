import { isDuplicateKey } from '@tributary/mongo';
import { MINUTE_MS, DAY_MS } from '@tributary/units';
import { type Digest, digestIdOf } from '../domain/digest.ts';
import { type SendOutcome } from '../domain/send-attempt.ts';
import { type Collections, type DigestRow } from './collections.ts';

const RETENTION_MS = 30 * DAY_MS;
/** A digest is due shortly after its time, when no instance adds notifications to it any more. */
const GRACE_MS = MINUTE_MS;

const rowOf = (digest: Digest): DigestRow => ({
  _id: digestIdOf(digest),
  userId: digest.userId,
  at: digest.at,
  status: 'queued',
  dueAt: new Date(digest.at.getTime() + GRACE_MS),
  attempts: 0,
  claim: null,
  expiresAt: new Date(digest.at.getTime() + RETENTION_MS),
});

export const digestStore = ({ digests }: Collections) => ({
  /** Inserts digests; existing digests stay unchanged. */
  insertNew: async (list: readonly Digest[]): Promise<void> => {
    const rows = new Map(list.map((digest) => [digestIdOf(digest), rowOf(digest)]));
    if (rows.size === 0) return;
    try {
      await digests.insertMany([...rows.values()], { ordered: false });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  },

  /** Claims one due digest. It is due again at the end of the lease unless its outcome is saved. */
  claimDue: async (
    lease: { claim: string; until: Date },
    now: Date,
  ): Promise<DigestRow | undefined> => {
    const row = await digests.findOneAndUpdate(
      // The type lets MongoDB use the partial index.
      { dueAt: { $lte: now, $type: 'date' } },
      { $set: { claim: lease.claim, dueAt: lease.until } },
      { sort: { dueAt: 1 }, returnDocument: 'after' },
    );
    return row ?? undefined;
  },

  /** Defers a claimed digest, and its retention with it. */
  defer: async (id: string, claim: string, until: Date): Promise<void> => {
    const expiresAt = new Date(until.getTime() + RETENTION_MS);
    await digests.updateOne({ _id: id, claim }, { $set: { dueAt: until, expiresAt, claim: null } });
  },

  /** Deletes a claimed digest that has no notifications left. */
  delete: async (id: string, claim: string): Promise<void> => {
    await digests.deleteOne({ _id: id, claim });
  },

  saveOutcome: async (id: string, claim: string, outcome: SendOutcome): Promise<void> => {
    const { status, attempts, dueAt } = outcome;
    await digests.updateOne({ _id: id, claim }, { $set: { status, attempts, dueAt, claim: null } });
  },
});
