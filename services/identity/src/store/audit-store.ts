import {
  type AuditFacts,
  type ChainedEntry,
  FIRST_PREVIOUS_HASH,
  hashEntry,
  hashOrigin,
  type SaltedOrigin,
} from '@tributary/contracts';
import { type Session as MongoSession } from '@tributary/mongo';
import { type AuditEntry, type AuditHead } from '../domain/audit-entry.ts';
import { type AuditEntryDocument } from './audit-collections.ts';
import { type Collections } from './collections.ts';

/** What an entry is before it has its place in a chain. */
interface NewEntry {
  readonly entryId: string;
  readonly occurredAt: Date;
  readonly facts: AuditFacts;
  readonly origin: SaltedOrigin;
}

export interface AuditFilter {
  readonly chain?: string | undefined;
  readonly memberId?: string | undefined;
  readonly operationId?: string | undefined;
  readonly targetId?: string | undefined;
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
  /** Entries before this one in time. */
  readonly beforeEntryId?: string | undefined;
}

const EXPORT_BATCH = 500;

/** The first id that an event of this time may have: ids are UUIDv7. */
const firstIdAt = (time: Date): string => {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
};

const lowerOf = (...ids: readonly (string | undefined)[]): string | undefined =>
  ids.filter((id) => id !== undefined).toSorted()[0];

function queryOf({ chain, memberId, operationId, targetId, ...filter }: AuditFilter) {
  const { from, to, beforeEntryId } = filter;
  const end = lowerOf(to && firstIdAt(to), beforeEntryId);
  const entryId = {
    ...(from === undefined ? {} : { $gte: firstIdAt(from) }),
    ...(end === undefined ? {} : { $lt: end }),
  };
  return {
    ...(chain === undefined ? {} : { chain }),
    ...(memberId === undefined ? {} : { 'facts.actor.memberId': memberId }),
    ...(operationId === undefined ? {} : { 'facts.operationId': operationId }),
    ...(targetId === undefined ? {} : { 'facts.targetIds': targetId }),
    ...(Object.keys(entryId).length === 0 ? {} : { entryId }),
  };
}

const entryOf = ({ _id, ...entry }: AuditEntryDocument): AuditEntry => entry;

/** What appends to the chains. */
const appendingTo = (
  { auditEntries, auditChains }: Collections,
  within: { readonly session?: MongoSession },
) => ({
  /**
   * Appends entries to chains, in a transaction: two at once conflict on a chain's head, and one of
   * them runs again.
   */
  append: async (added: readonly { chain: string; entry: NewEntry }[]): Promise<void> => {
    if (added.length === 0) return;
    const byChain = Map.groupBy(added, ({ chain }) => chain);
    const known = await auditChains.find({ _id: { $in: [...byChain.keys()] } }, within).toArray();
    const heads = new Map(known.map(({ _id, sequence, hash }) => [_id, { sequence, hash }]));
    const linked = [...byChain].map(([chain, ofChain]) =>
      linkTo(
        chain,
        heads.get(chain),
        ofChain.map(({ entry }) => entry),
      ),
    );
    await auditEntries.insertMany(linked.flat(), within);
    const moves = linked.flatMap((documents) => moveHeadTo(documents.at(-1)));
    await auditChains.bulkWrite(moves, within);
  },
});

/** Entries with their places after the head of a chain. */
function linkTo(
  chain: string,
  head: { readonly sequence: number; readonly hash: string } | undefined,
  entries: readonly NewEntry[],
): AuditEntryDocument[] {
  let { sequence, hash } = head ?? { sequence: 0, hash: FIRST_PREVIOUS_HASH };
  return entries.map(({ entryId, occurredAt, facts, origin }) => {
    sequence += 1;
    const place = { chain, sequence, previousHash: hash };
    const originHash = hashOrigin(origin);
    const chained: ChainedEntry = { ...place, entryId, occurredAt, facts, originHash };
    hash = hashEntry(chained);
    return { _id: `${chain}:${entryId}`, ...chained, hash, origin };
  });
}

/** The write that makes an entry the head of its chain. */
function moveHeadTo(last: AuditEntryDocument | undefined) {
  if (last === undefined) return [];
  const { chain, sequence, hash } = last;
  const update = {
    $set: { sequence, hash, isUnpublished: true },
    $setOnInsert: { publishedAt: new Date(0) },
  };
  return [{ updateOne: { filter: { _id: chain }, update, upsert: true } }];
}

/** What publishes the heads of the chains. */
const headsOf = ({ auditChains }: Collections, within: { readonly session?: MongoSession }) => ({
  /** The heads of chains that grew since they were published, and were not since `before`. */
  listUnpublishedHeads: async (before: Date, limit: number): Promise<AuditHead[]> => {
    const due = { isUnpublished: true, publishedAt: { $lt: before } };
    const found = auditChains.find(due, within).sort({ publishedAt: 1 }).limit(limit);
    const heads = await found.toArray();
    return heads.map(({ _id: chain, sequence, hash }) => ({ chain, sequence, hash }));
  },
  setPublished: async ({ chain, sequence }: AuditHead, publishedAt: Date): Promise<void> => {
    const set = { $set: { isUnpublished: false, publishedAt } };
    await auditChains.updateOne({ _id: chain, sequence }, set, within);
  },
});

/** The audit log; in a transaction where a session is given. */
export function auditStore(collections: Collections, session: MongoSession | null = null) {
  const { auditEntries } = collections;
  const within = session === null ? {} : { session };
  const find = (filter: AuditFilter) =>
    auditEntries.find(queryOf(filter)).sort({ entryId: -1, chain: 1 });
  return {
    ...appendingTo(collections, within),
    ...headsOf(collections, within),
    /** The newest entries first. */
    list: async (filter: AuditFilter, limit: number): Promise<AuditEntry[]> =>
      (await find(filter).limit(limit).toArray()).map(entryOf),
    /** The newest entries first, read while they are consumed. */
    stream: async function* (filter: AuditFilter, limit: number): AsyncGenerator<AuditEntry> {
      const documents = find(filter).limit(limit).batchSize(EXPORT_BATCH);
      for await (const document of documents) yield entryOf(document);
    },
    /** Erases the addresses and user agents of entries before a time; the chains stay valid. */
    eraseOriginsBefore: async (time: Date): Promise<void> => {
      const old = { occurredAt: { $lt: time }, origin: { $type: 'object' as const } };
      await auditEntries.updateMany(old, { $set: { origin: null } });
    },
  };
}
