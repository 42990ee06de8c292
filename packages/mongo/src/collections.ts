import type mongoose from 'mongoose';
import { databaseOf } from './database.ts';

type Timestamp = mongoose.mongo.Timestamp;

/** A fact that waits to be published. Deleted once Kafka has acknowledged it. */
export interface OutboxRow {
  /** The event's id. */
  readonly _id: string;
  /**
   * MongoDB's cluster time when the row was written. Two commits on one aggregate follow each other
   * in it whatever the clocks of the instances say, so the relay publishes by it.
   */
  readonly order: Timestamp;
  /** False while the row is held behind a refused one of the same key. */
  readonly pending: boolean;
  readonly topic: string;
  readonly key: string;
  readonly type: string;
  /** JSON text, so that a repeated send has the very same bytes. */
  readonly payload: string;
  readonly correlationId: string | null;
  readonly traceparent: string | null;
  readonly occurredAt: Date;
}

/** A row that Kafka refuses for good. Later rows of its key are held until it is resolved. */
export interface DeadOutboxRow extends OutboxRow {
  readonly reason: string;
  readonly refusedAt: Date;
}

/** What was done once already: a handled event, or a transaction under an idempotency key. */
export interface OnceRow {
  readonly _id: string;
  readonly result?: unknown;
  /** Digest of the request that the key belongs to. */
  readonly fingerprint?: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

export const outboxOf = (connection: mongoose.Connection) =>
  databaseOf(connection).collection<OutboxRow>('outbox');
export const deadOutboxOf = (connection: mongoose.Connection) =>
  databaseOf(connection).collection<DeadOutboxRow>('outbox_dead');
export const onceOf = (connection: mongoose.Connection) =>
  databaseOf(connection).collection<OnceRow>('inbox');

type IndexSpec = mongoose.mongo.IndexDescription & { readonly name: string };

/** A collection that has no mongoose model, with its indexes. */
export interface CollectionSpec {
  readonly name: string;
  readonly indexes: readonly IndexSpec[];
}

const ownCollections: readonly CollectionSpec[] = [
  {
    name: 'outbox',
    indexes: [
      { key: { order: 1, _id: 1 }, name: 'pending', partialFilterExpression: { pending: true } },
      { key: { topic: 1, key: 1 }, name: 'held', partialFilterExpression: { pending: false } },
    ],
  },
  { name: 'outbox_dead', indexes: [{ key: { topic: 1, key: 1 }, name: 'key' }] },
  { name: 'inbox', indexes: [{ key: { expiresAt: 1 }, name: 'expiry', expireAfterSeconds: 0 }] },
];

/** What `ensureCollections` needs of a mongoose model. */
export interface ModelLike {
  readonly collection: { readonly collectionName: string };
  readonly schema: { indexes(): [fields: object, options: object][] };
}

/** The outbox and the inbox; part of opening a database. */
export const ensureOwnCollections = (connection: mongoose.Connection): Promise<void> =>
  createCollections(connection, ownCollections);

/**
 * Creates what is missing of the models' collections and indexes. To be awaited before the first
 * transaction, which must not wait for a collection to be made; any number of instances may do it
 * at once.
 */
export async function ensureCollections(
  connection: mongoose.Connection,
  models: readonly ModelLike[],
): Promise<void> {
  await createCollections(connection, models.map(specOf));
}

const specOf = ({ collection, schema }: ModelLike): CollectionSpec => ({
  name: collection.collectionName,
  indexes: schema.indexes().map(([fields, options]) => {
    const key = fields as Record<string, mongoose.mongo.IndexDirection>;
    // The database's own way of naming one that has no name.
    const name = Object.entries(key).flat().join('_');
    const { background: _background, ...rest } = options as { background?: boolean };
    return { key, name, ...rest };
  }),
});

/** The same for collections without a model. */
export async function createCollections(
  connection: mongoose.Connection,
  specs: readonly CollectionSpec[],
): Promise<void> {
  const db = databaseOf(connection);
  const create = async ({ name, indexes }: CollectionSpec): Promise<void> => {
    // All in one command, which makes the collection as well: an index of a collection that is there
    // already is built as one of a full collection would be, a few at a time.
    if (indexes.length > 0) await createIndexes(db.collection(name), indexes);
    else await db.createCollection(name).catch(ignoreExisting);
  };
  await Promise.all(specs.map((spec) => again(() => create(spec))));
}

const INDEX_NOT_FOUND = 27;
/** There is an index of this name with other options, or with other keys. */
const INDEX_CHANGED = [85, 86];

const isChanged = (error: unknown): boolean => INDEX_CHANGED.includes(Number(codeOf(error)));

/**
 * An index that an earlier release made otherwise under the same name is made anew, so that an upgrade
 * needs no hand. Not a unique one: it guards what is stored, and must not be away for a moment.
 */
async function createIndexes(
  collection: mongoose.mongo.Collection,
  indexes: readonly IndexSpec[],
): Promise<void> {
  try {
    await collection.createIndexes([...indexes]);
    return;
  } catch (error) {
    if (!isChanged(error)) throw error;
  }
  for (const index of indexes) {
    try {
      await collection.createIndexes([index]);
    } catch (error) {
      if (!isChanged(error) || index.unique === true) throw error;
      await collection.dropIndex(index.name).catch(ignoreMissing);
      await collection.createIndexes([index]);
    }
  }
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== INDEX_NOT_FOUND) throw error;
}

const NAMESPACE_EXISTS = 48;

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== NAMESPACE_EXISTS) throw error;
}

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/** Two instances that build the same index can disturb each other; the second try finds it built. */
async function again(work: () => Promise<void>): Promise<void> {
  const INDEX_BUILD_ABORTED = 276;
  const INDEX_BUILD_ALREADY_IN_PROGRESS = 285;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      const code = codeOf(error);
      const passing = [NAMESPACE_EXISTS, INDEX_BUILD_ABORTED, INDEX_BUILD_ALREADY_IN_PROGRESS];
      if (attempt === 5 || !passing.includes(Number(code))) throw error;
    }
  }
}
