import { type StoredEntry } from '@tributary/contracts';
import { defineCollection } from '@tributary/mongo';

/** An entry of the audit log; its `_id` is the chain and the id of the event. */
export type AuditEntryDocument = StoredEntry & { readonly _id: string };

/** How far a chain of the audit log has come. */
interface AuditChainDocument {
  /** An account's id, or `platform`. */
  readonly _id: string;
  readonly sequence: number;
  readonly hash: string;
  /** Whether it grew since its head was published. */
  readonly isUnpublished: boolean;
  /** When its head was published last; 1970 for never. */
  readonly publishedAt: Date;
}

export const auditEntries = defineCollection<AuditEntryDocument>({
  name: 'audit_entries',
  shardKey: { chain: 'hashed' },
  // A chain is evidence by its whole length; addresses and user agents are erased.
  retention: 'permanent',
  personal: [
    {
      of: 'account',
      fields: ['origin'],
      by: ['facts.actor.memberId'],
      erased: { blanked: { origin: null } },
    },
  ],
  exports: { by: ['facts.actor.memberId'], fields: ['occurredAt', 'facts', 'origin'] },
  indexes: [
    // A chain cannot fork.
    { key: { chain: 1, sequence: 1 }, unique: true },
    { key: { chain: 1, entryId: -1 } },
    { key: { chain: 1, 'facts.actor.memberId': 1, entryId: -1 }, name: 'member' },
    { key: { chain: 1, 'facts.operationId': 1, entryId: -1 }, name: 'operation' },
    { key: { chain: 1, 'facts.targetIds': 1, entryId: -1 }, name: 'target' },
    { key: { entryId: -1, chain: 1 } },
    { key: { 'facts.actor.memberId': 1 }, name: 'person' },
    {
      key: { occurredAt: 1 },
      name: 'origin',
      partialFilterExpression: { origin: { $type: 'object' } },
    },
  ],
});

export const auditChains = defineCollection<AuditChainDocument>({
  name: 'audit_chains',
  shardKey: { _id: 'hashed' },
  retention: 'permanent',
  personal: 'none',
  indexes: [
    {
      key: { publishedAt: 1 },
      name: 'unpublished',
      partialFilterExpression: { isUnpublished: true },
    },
  ],
});
