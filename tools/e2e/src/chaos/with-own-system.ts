import { join } from 'node:path';
import { openEngines, repositoryRoot } from '@tributary/engines';
import { deleteNamespaces } from '@tributary/messaging/testing/namespaces';
import mongoose from 'mongoose';
import { type EngineUrls, openSystem, QUICK_TAKEOVER, type TestSystem } from '../system.ts';

const PORTS = { mongo: 16_401, kafka: 16_402, kafkaController: 16_403, redis: 16_404 };

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** Drops the databases, because the engines may be shared. */
async function dropDatabases(mongoUrl: string, namespace: string): Promise<void> {
  const mongo = await mongoose.createConnection(mongoUrl).asPromise();
  const { databases } = await mongo.listDatabases();
  const own = databases.filter(({ name }) => name.startsWith(namespace));
  for (const { name } of own) await mongo.useDb(name).dropDatabase();
  await mongo.close();
}

/**
 * Runs `work` with a separate system, on the engines of the environment or on new ones, then stops the
 * system and deletes its data.
 */
export async function withOwnSystem(
  env: Readonly<Record<string, string>>,
  work: (system: TestSystem, engines: EngineUrls) => Promise<void>,
): Promise<void> {
  const directory = join(repositoryRoot(), '.engines/e2e');
  const engines = await openEngines({ directory, mode: 'start', ports: PORTS, log: print });
  try {
    const system = await openSystem({ ...QUICK_TAKEOVER, LOG_LEVEL: 'warn', ...env }, engines);
    try {
      await work(system, engines);
    } finally {
      await system.close();
      await dropDatabases(engines.mongoUrl, system.namespace);
      await deleteNamespaces(engines.kafkaBrokers.split(','), [system.namespace]);
    }
  } finally {
    await engines.close();
  }
}
