import { deleteNamespaces } from '@tributary/messaging/testing/namespaces';
import mongoose from 'mongoose';

/** The namespaces of each suite that this process has run, by the path of its file. */
const namespacesOf = new Map<string, string[]>();

/**
 * Notes a namespace of the suite that runs, and deletes the databases and topics of the suites before it: the
 * engines copy the list of all collections at each new one, and describe all topics to each new client.
 */
export function noteNamespace(namespace: string, { MONGO_URL, KAFKA_BROKERS }: Engines): void {
  const suite = expect.getState().testPath ?? '';
  const ended = [...namespacesOf].filter(([path]) => path !== suite);
  for (const [path] of ended) namespacesOf.delete(path);
  namespacesOf.set(suite, [...(namespacesOf.get(suite) ?? []), namespace]);
  const namespaces = ended.flatMap(([, each]) => each);
  if (namespaces.length === 0) return;
  // What is left behind by a failure slows the next suites down, and fails none.
  const passing = (): undefined => undefined;
  dropDatabases(MONGO_URL, namespaces).catch(passing);
  deleteNamespaces(KAFKA_BROKERS.split(','), namespaces).catch(passing);
}

interface Engines {
  readonly MONGO_URL: string;
  readonly KAFKA_BROKERS: string;
}

async function dropDatabases(url: string, namespaces: readonly string[]): Promise<void> {
  const client = await new mongoose.mongo.MongoClient(url).connect();
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    const isEnded = ({ name }: { name: string }): boolean =>
      namespaces.some((namespace) => name.startsWith(namespace));
    for (const { name } of databases.filter(isEnded)) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}
