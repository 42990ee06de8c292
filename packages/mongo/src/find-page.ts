import type mongoose from 'mongoose';
import type { CountCache } from './count-cache.ts';

/** A page of a list. */
export interface PageRequest {
  readonly skip: number;
  readonly limit: number;
}

export interface PageOptions extends PageRequest {
  /** Default: newest first. It must be total, so that no document is on two pages. */
  readonly sort?: Readonly<Record<string, 1 | -1>>;
  /** Caches the totals of long lists. Without it each total is counted, which takes long for a million. */
  readonly counts?: CountCache;
}

export interface Page<Document> {
  readonly documents: Document[];
  /** How many documents match in all. */
  readonly total: number;
}

/** Documents that were created at the same time are in the order of their ids, which grow with time. */
export const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;

type Source<Document extends mongoose.mongo.Document> =
  | mongoose.Model<Document>
  | mongoose.mongo.Collection<Document>;

/** What MongoDB returns of documents: these fields, and always `_id`. */
export const projectionOf = <Field extends string>(
  fields: readonly Field[],
): Readonly<Record<Field, 1>> =>
  Object.fromEntries(fields.map((name) => [name, 1])) as Record<Field, 1>;

/**
 * One page of the matching documents, and how many there are. With `fields` no others are read, because a list decodes
 * many documents to show a part of each. Not for transactions: it reads side by side.
 */
export async function findPage<
  Document extends mongoose.mongo.Document,
  Field extends keyof Document & string,
>(
  source: Source<Document>,
  filter: mongoose.mongo.Filter<Document>,
  options: PageOptions & { readonly fields: readonly Field[] },
): Promise<Page<Pick<Document, Field>>>;
export async function findPage<Document extends mongoose.mongo.Document>(
  source: Source<Document>,
  filter: mongoose.mongo.Filter<Document>,
  options: PageOptions,
): Promise<Page<Document>>;
export async function findPage<Document extends mongoose.mongo.Document>(
  source: Source<Document>,
  filter: mongoose.mongo.Filter<Document>,
  {
    sort = NEWEST_FIRST,
    skip,
    limit,
    counts,
    fields,
  }: PageOptions & { readonly fields?: readonly string[] },
): Promise<Page<Document>> {
  const collection = 'schema' in source ? driverOf(source) : source;
  const count = (most?: number): Promise<number> =>
    collection.countDocuments(filter, most === undefined ? {} : { limit: most });
  const shown = fields === undefined ? {} : { projection: projectionOf(fields) };
  const [documents, counted] = await Promise.all([
    collection.find(filter, shown).sort(sort).skip(skip).limit(limit).toArray(),
    counts?.countOf(JSON.stringify(filter), count) ?? count(),
  ]);
  // A page that is not full is the last one and determines the total.
  const isLast = documents.length < limit && (documents.length > 0 || skip === 0);
  const total = isLast ? skip + documents.length : counted;
  return { documents: documents as Document[], total };
}

/** Reading needs no schema. */
const driverOf = <Document extends mongoose.mongo.Document>(
  model: mongoose.Model<Document>,
): mongoose.mongo.Collection<Document> =>
  model.collection as unknown as mongoose.mongo.Collection<Document>;
