import type mongoose from 'mongoose';
import { databaseOf } from './database.ts';

const BATCH = 200;
/** Attempts at a document that others change meanwhile. */
const MAX_ATTEMPTS = 10;
const MAX_IDS = 20;

interface Stored extends mongoose.mongo.Document {
  readonly _id: string;
}

/** How a rewriting of a collection ended. */
export interface RewriteReport {
  readonly documents: number;
  readonly rewritten: number;
  /** Documents that the rewriting could not read, which stay as they are. */
  readonly failed: number;
  /** At most 20. */
  readonly failedIds: readonly string[];
}

type Change<Document> = { readonly [Name in keyof Document]?: Document[Name] | undefined };

/** The fields to replace; undefined or absent ones stay. Throws where the document cannot be read. */
type Rewrite<Document extends Stored> = (
  document: Document,
) => Change<Document> | Promise<Change<Document>>;

/** Where a rewriting begins, and what it reports on the way. */
export interface RewriteOptions {
  /** Only documents that match. */
  readonly filter?: mongoose.mongo.Filter<mongoose.mongo.Document>;
  /** Continues after this id. */
  readonly after?: string;
  /** Called after each batch with the last id; rejecting ends the rewriting. */
  readonly onBatch?: (after: string, counts: Counts) => Promise<void>;
}

type Counts = Pick<RewriteReport, 'documents' | 'rewritten' | 'failed'>;

type Outcome = 'rewritten' | 'current' | 'failed';

/** The change of a document; undefined where it cannot be read. */
async function changeOf<Document extends Stored>(
  rewrite: Rewrite<Document>,
  document: Document,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  try {
    const fields = Object.entries(await rewrite(document));
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  } catch {
    return undefined;
  }
}

async function rewriteOne<Document extends Stored>(
  collection: mongoose.mongo.Collection,
  found: Document,
  rewrite: Rewrite<Document>,
): Promise<Outcome> {
  let document: Document | null = found;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    if (document === null) return 'current';
    const change = await changeOf(rewrite, document);
    if (change === undefined) return 'failed';
    const names = Object.keys(change);
    if (names.length === 0) return 'current';
    // Another's change of these fields is never overwritten.
    const before = names.map((name) => [name, { $eq: document?.[name] as unknown }]);
    const filter = { ...Object.fromEntries(before), _id: found._id } as object;
    const { matchedCount } = await collection.updateOne(filter, { $set: change });
    if (matchedCount === 1) return 'rewritten';
    document = await collection.findOne<Document>({ _id: found._id as never });
  }
  throw new Error(`The document ${found._id} changes too often to be rewritten`);
}

const sumsOf = ({ rewritten, current, failed }: Record<Outcome, number>): Counts => ({
  documents: rewritten + current + failed,
  rewritten,
  failed,
});

/**
 * Replaces fields of every document of a collection in batches, by compare-and-set. Can be repeated, and
 * beside services that change the documents.
 * @throws Error where a document changed during each of 10 attempts
 */
export async function rewriteDocuments<Document extends Stored>(
  connection: mongoose.Connection,
  { name }: { readonly name: string },
  rewrite: Rewrite<Document>,
  options: RewriteOptions = {},
): Promise<RewriteReport> {
  const collection = databaseOf(connection).collection(name);
  const counts = { rewritten: 0, current: 0, failed: 0 };
  const failedIds: string[] = [];
  let { after = '' } = options;
  for (;;) {
    const batch = await collection
      .find<Document>({ ...options.filter, _id: { $gt: after as never } })
      .sort({ _id: 1 })
      .limit(BATCH)
      .toArray();
    for (const document of batch) {
      const outcome = await rewriteOne(collection, document, rewrite);
      counts[outcome] += 1;
      if (outcome === 'failed' && failedIds.length < MAX_IDS) failedIds.push(document._id);
    }
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) break;
    after = last._id;
    await options.onBatch?.(after, sumsOf(counts));
  }
  return { ...sumsOf(counts), failedIds };
}
