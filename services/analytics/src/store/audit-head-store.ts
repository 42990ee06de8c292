import { type Session } from '@tributary/mongo';
import { type AuditHeadDocument, type Collections } from './collections.ts';

/** The published heads of the audit log's chains; in a transaction where a session is given. */
export const auditHeadStore = ({ auditHeads }: Collections, session?: Session) => ({
  /** Stores a head; the one that was stored first stays. Returns the stored one. */
  add: async (head: AuditHeadDocument): Promise<AuditHeadDocument> => {
    const { _id, ...fields } = head;
    const stored = await auditHeads.findOneAndUpdate(
      { _id },
      { $setOnInsert: fields },
      { upsert: true, returnDocument: 'after', ...(session === undefined ? {} : { session }) },
    );
    return stored ?? head;
  },
});
