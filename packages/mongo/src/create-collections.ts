import type mongoose from 'mongoose';
import { databaseOf } from './database.ts';

export type IndexSpec = mongoose.mongo.IndexDescription & { readonly name: string };

/** A collection with its indexes. */
export interface CollectionSpec {
  readonly name: string;
  readonly indexes: readonly IndexSpec[];
  /** Indexes to drop after the others are built. */
  readonly formerIndexes?: readonly string[];
}

/** What `ensureCollections` needs of a mongoose model. */
export interface ModelLike {
  readonly collection: { readonly collectionName: string };
  readonly schema: { indexes(): [fields: object, options: object][] };
}

/** Creates the missing collections and indexes of mongoose models. */
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
    // MongoDB's default name of an index.
    const name = Object.entries(key).flat().join('_');
    const { background: _background, ...rest } = options as { background?: boolean };
    return { key, name, ...rest };
  }),
});

/**
 * Creates missing collections and indexes. Await it before the first transaction, which must not wait
 * for a collection to be created. Any number of instances may call it at once.
 */
export async function createCollections(
  connection: mongoose.Connection,
  specs: readonly CollectionSpec[],
): Promise<void> {
  const db = databaseOf(connection);
  const create = async ({ name, indexes, formerIndexes = [] }: CollectionSpec): Promise<void> => {
    // One command for all indexes also creates the collection. On an existing collection each index is
    // built as on a full one, which takes longer.
    if (indexes.length > 0) await createIndexes(db.collection(name), indexes);
    else await db.createCollection(name).catch(ignoreExisting);
    for (const former of formerIndexes) {
      await db.collection(name).dropIndex(former).catch(ignoreMissing);
    }
  };
  await Promise.all(specs.map((spec) => retryIndexBuild(() => create(spec))));
}

const INDEX_NOT_FOUND = 27;
/** An index of this name exists with other options or other keys. */
const INDEX_CHANGED = [85, 86];

const isChanged = (error: unknown): boolean => INDEX_CHANGED.includes(Number(codeOf(error)));

/**
 * Replaces an index that an earlier release declared differently under the same name, so that an upgrade
 * needs no manual step. A unique index is never replaced, because it must not be missing for a moment.
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

/** Two instances that build the same index can abort each other; the next attempt finds it built. */
async function retryIndexBuild(work: () => Promise<void>): Promise<void> {
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
