import mongoose from 'mongoose';
import type { OutboxDocument } from '../collections.ts';
import { databaseNames } from './database-names.ts';

type MongoClient = mongoose.mongo.MongoClient;
type ClientSession = mongoose.mongo.ClientSession;

/** A document as it is stored, BSON. */
export type RawDocument = Uint8Array;

interface StoredIndex {
  readonly key: Readonly<Record<string, mongoose.mongo.IndexDirection>>;
  readonly name: string;
}

/** A collection as `mongodump` describes it. */
export interface StoredCollection {
  /** Without the namespace. */
  readonly database: string;
  readonly name: string;
  readonly options: mongoose.mongo.Document;
  readonly indexes: readonly StoredIndex[];
}

/** The state of several databases at one moment. */
export interface Snapshot {
  /** The moment, by the cluster's clock. */
  readonly clusterTime: mongoose.mongo.Timestamp;
  readonly collections: readonly StoredCollection[];
  /** The collection's documents at the moment. */
  documents(collection: StoredCollection): AsyncGenerator<RawDocument>;
  /** The ids of events that were added to an outbox after the moment, up to now. */
  laterEvents(): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}

const DOCUMENTS_PER_READ = 1_000;

async function collectionsIn(
  client: MongoClient,
  namespace: string,
  database: string,
): Promise<StoredCollection[]> {
  const db = client.db(namespace + database);
  const listed = await db
    .listCollections<{ name: string; options?: mongoose.mongo.Document }>({ type: 'collection' })
    .toArray();
  const own = listed.filter(({ name }) => !name.startsWith('system.'));
  return Promise.all(
    own.map(async ({ name, options = {} }) => {
      const indexes = (await db.collection(name).indexes()) as unknown as StoredIndex[];
      return { database, name, options, indexes };
    }),
  );
}

interface OplogEntry {
  readonly op: string;
  readonly ns: string;
  readonly o: Partial<OutboxDocument> & { readonly applyOps?: readonly OplogEntry[] };
}

/** The events that an entry of the oplog, which may be a whole transaction, adds to outboxes. */
function addedEvents({ op, ns, o }: OplogEntry): string[] {
  if (o.applyOps !== undefined) return o.applyOps.flatMap(addedEvents);
  const { events = [] } = op === 'i' && ns.endsWith('.outbox') ? o : {};
  return events.map(({ _id }) => _id);
}

async function eventsAfter(client: MongoClient, moment: mongoose.mongo.Timestamp) {
  const oplog = client.db('local').collection<OplogEntry>('oplog.rs');
  const entries = oplog.find({ ts: { $gt: moment }, op: { $in: ['i', 'c'] } } as never);
  const ids = new Set<string>();
  for await (const entry of entries) for (const id of addedEvents(entry)) ids.add(id);
  return ids;
}

async function collectionsOf(client: MongoClient, namespace: string): Promise<StoredCollection[]> {
  const names = await databaseNames(client, namespace);
  const listed = await Promise.all(names.map((name) => collectionsIn(client, namespace, name)));
  return listed.flat();
}

/** The moment of the session's first read, which all its further reads show. */
async function beginAt(client: MongoClient, session: ClientSession, namespace: string) {
  const [first] = await collectionsOf(client, namespace);
  if (first === undefined) throw new Error('There is no database to back up');
  const { database, name } = first;
  await client
    .db(namespace + database)
    .collection(name)
    .findOne({}, { session });
  const { snapshotTime } = session as unknown as { snapshotTime?: mongoose.mongo.Timestamp };
  if (snapshotTime === undefined) throw new Error('MongoDB gave no time of a snapshot');
  return snapshotTime;
}

/** SnapshotTooOld, SnapshotUnavailable. */
const NOT_KEPT = [239, 246];

const isNotKept = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && NOT_KEPT.includes(Number(error.code));

const notKept = (place: string, cause: unknown): Error =>
  new Error(
    `MongoDB no longer has the state of ${place} at the moment of the backup: repeat it, with a larger minSnapshotHistoryWindowInSeconds where it takes longer than that`,
    { cause },
  );

/**
 * Opens the state of all databases of a namespace at one moment, while they are written to. MongoDB keeps it for
 * `minSnapshotHistoryWindowInSeconds`, by default 300: reads fail afterwards.
 */
export async function openSnapshot(url: string, namespace: string): Promise<Snapshot> {
  const client = new mongoose.mongo.MongoClient(url);
  await client.connect();
  const session = client.startSession({ snapshot: true });
  const close = async (): Promise<void> => {
    await session.endSession();
    await client.close();
  };
  try {
    const clusterTime = await beginAt(client, session, namespace);
    // After the moment: one that was created later fails to be read, and none is missing.
    const collections = await collectionsOf(client, namespace);
    return {
      clusterTime,
      collections,
      documents: async function* documents({ database, name }) {
        const found = client
          .db(namespace + database)
          .collection(name)
          .find({}, { session, raw: true, batchSize: DOCUMENTS_PER_READ });
        try {
          for await (const document of found) yield document as unknown as RawDocument;
        } catch (error) {
          throw isNotKept(error) ? notKept(`${database}.${name}`, error) : error;
        }
      },
      laterEvents: () => eventsAfter(client, clusterTime),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
