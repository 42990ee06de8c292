import mongoose from 'mongoose';

type Db = mongoose.mongo.Db;

/** Drops every database of these namespaces. */
export const dropDatabases = (url: string, namespaces: readonly string[]): Promise<void> =>
  forEachDatabase(url, namespaces, async (db) => {
    await db.dropDatabase();
  });

/**
 * Empties the databases of a namespace in which services and probes keep their outboxes, and drops its others.
 * @throws where a database holds many documents, or where more was changed than documents
 */
export const emptyDatabases = (url: string, namespace: string): Promise<void> =>
  forEachDatabase(url, [namespace], async (db) => {
    const name = db.databaseName.slice(namespace.length);
    if (name.startsWith('tributary_') || name === 'probe') await emptyDatabase(db);
    else await db.dropDatabase();
  });

/** With more than this a database is dropped faster than emptied. */
const DOCUMENTS_AT_MOST = 5_000;

async function emptyDatabase(db: Db): Promise<void> {
  const { objects } = await db.stats();
  if (objects === 0) return;
  if (Number(objects) > DOCUMENTS_AT_MOST) throw new Error(`${db.databaseName} is too large`);
  for (const { name, options } of await db
    .listCollections<mongoose.mongo.CollectionInfo>()
    .toArray()) {
    if (options?.['validator'] !== undefined) throw new Error(`${name} has a validator`);
    await db.collection(name).deleteMany({});
  }
}

async function forEachDatabase(
  url: string,
  namespaces: readonly string[],
  work: (db: Db) => Promise<void>,
): Promise<void> {
  const client = await new mongoose.mongo.MongoClient(url).connect();
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    const isIn = ({ name }: { name: string }): boolean =>
      namespaces.some((namespace) => name.startsWith(namespace));
    for (const { name } of databases.filter(isIn)) await work(client.db(name));
  } finally {
    await client.close();
  }
}
