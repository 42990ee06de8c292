import { isDuplicateKey } from '@tributary/mongo';
import { MINUTE_MS, DAY_MS } from '@tributary/units';
import { dueDocuments } from '@tributary/work';
import { type Digest, digestIdOf } from '../domain/digest.ts';
import { LEASE_MS, type SendOutcome } from '../domain/send-attempt.ts';
import { type Collections, type DigestDocument } from './collections.ts';

const RETENTION_MS = 30 * DAY_MS;
/** A digest is due shortly after its time, when no instance adds notifications to it any more. */
const GRACE_MS = MINUTE_MS;

const rowOf = (digest: Digest): DigestDocument => ({
  _id: digestIdOf(digest),
  userId: digest.userId,
  at: digest.at,
  status: 'queued',
  dueAt: new Date(digest.at.getTime() + GRACE_MS),
  attempts: 0,
  claim: null,
  expiresAt: new Date(digest.at.getTime() + RETENTION_MS),
});

export const digestStore = ({ digests }: Collections, now: () => Date) => ({
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

  ...dueDocuments(digests, { leaseMs: LEASE_MS, now }),

  /** Defers a claimed digest, and its retention with it. */
  defer: async ({ _id, claim }: DigestDocument, until: Date): Promise<void> => {
    const expiresAt = new Date(until.getTime() + RETENTION_MS);
    await digests.updateOne({ _id, claim }, { $set: { dueAt: until, expiresAt, claim: null } });
  },

  /** Deletes a claimed digest that has no notifications left. */
  delete: async ({ _id, claim }: DigestDocument): Promise<void> => {
    await digests.deleteOne({ _id, claim });
  },

  /** Saves the outcome of a claimed digest unless another instance has claimed it since. */
  saveOutcome: async ({ _id, claim }: DigestDocument, outcome: SendOutcome): Promise<void> => {
    const { status, attempts, dueAt } = outcome;
    await digests.updateOne({ _id, claim }, { $set: { status, attempts, dueAt, claim: null } });
  },
});
