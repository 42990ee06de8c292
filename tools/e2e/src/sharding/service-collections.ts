import { join } from 'node:path';
import { storingServices } from '@tributary/catalog';
import { repositoryRoot } from '@tributary/engines';
import { type CollectionDefinition, createCollections } from '@tributary/mongo';
import mongoose from 'mongoose';

type Declared = Readonly<Record<string, CollectionDefinition<unknown>>>;

async function declaredBy(service: string): Promise<Declared> {
  const file = join(repositoryRoot(), 'services', service, 'src/store/collections.ts');
  const { collections } = (await import(file)) as { collections: Declared };
  return collections;
}

/** Creates the collections and indexes of all services on one MongoDB. */
export async function createServiceCollections(url: string): Promise<void> {
  for (const service of storingServices) {
    const database = `tributary_${service}`;
    const connection = await mongoose.createConnection(url, { dbName: database }).asPromise();
    const definitions = Object.values(await declaredBy(service));
    await createCollections(
      connection,
      definitions.map(({ spec }) => spec),
    );
    await connection.close();
  }
}

export const databaseNames = storingServices.map((service) => `tributary_${service}`);
