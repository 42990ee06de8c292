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

/** One page of the matching documents, and how many there are. Not for transactions: it reads side by side. */
export async function findPage<Document extends mongoose.mongo.Document>(
  source: mongoose.Model<Document> | mongoose.mongo.Collection<Document>,
  filter: mongoose.mongo.Filter<Document>,
  { sort = NEWEST_FIRST, skip, limit, counts }: PageOptions,
): Promise<Page<Document>> {
  const collection = 'schema' in source ? driverOf(source) : source;
  const count = (most?: number): Promise<number> =>
    collection.countDocuments(filter, most === undefined ? {} : { limit: most });
  const [documents, counted] = await Promise.all([
    collection.find(filter).sort(sort).skip(skip).limit(limit).toArray(),
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
