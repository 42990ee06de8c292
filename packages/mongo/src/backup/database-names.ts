import type mongoose from 'mongoose';

/** The databases of the services in a namespace, by their names without it. */
export async function databaseNames(
  client: mongoose.mongo.MongoClient,
  namespace: string,
): Promise<string[]> {
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  return databases
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${namespace}tributary_`))
    .map((name) => name.slice(namespace.length));
}
