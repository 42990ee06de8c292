import mongoose from 'mongoose';

/** Drops every database of these namespaces. */
export async function dropDatabases(url: string, namespaces: readonly string[]): Promise<void> {
  const client = await new mongoose.mongo.MongoClient(url).connect();
  try {
    const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
    const isIn = ({ name }: { name: string }): boolean =>
      namespaces.some((namespace) => name.startsWith(namespace));
    for (const { name } of databases.filter(isIn)) await client.db(name).dropDatabase();
  } finally {
    await client.close();
  }
}
