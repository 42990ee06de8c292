import { join } from 'node:path';
import { openEngines, repositoryRoot } from '@tributary/engines';
import mongoose from 'mongoose';
import { openSystem, type TestSystem } from '../system.ts';

const PORTS = { mongo: 16_401, kafka: 16_402, kafkaController: 16_403, redis: 16_404 };
const OFFSET = 16_000;

export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Leaves nothing behind in an engine that lives on. */
async function dropDatabases(mongoUrl: string, namespace: string): Promise<void> {
  const mongo = await mongoose.createConnection(mongoUrl).asPromise();
  const { databases } = await mongo.listDatabases();
  const own = databases.filter(({ name }) => name.startsWith(namespace));
  for (const { name } of own) await mongo.useDb(name).dropDatabase();
  await mongo.close();
}

/**
 * Does `work` with a system of its own, on the engines that the environment names or on its own, and
 * stops it and forgets its data.
 */
export async function withOwnSystem(
  env: Readonly<Record<string, string>>,
  work: (system: TestSystem, engines: { readonly mongoUrl: string }) => Promise<void>,
): Promise<void> {
  const directory = join(repositoryRoot(), '.engines/e2e');
  const engines = await openEngines({ directory, mode: 'start', ports: PORTS, log: say });
  try {
    const system = await openSystem(OFFSET, { LOG_LEVEL: 'warn', ...env }, engines);
    try {
      await work(system, engines);
    } finally {
      await system.close();
      await dropDatabases(engines.mongoUrl, system.namespace);
    }
  } finally {
    await engines.close();
  }
}
