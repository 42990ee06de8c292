import { join } from 'node:path';
import {
  engineConfig,
  type Engines,
  exitOnSignals,
  openEngines,
  type OpenEnginesOptions,
  repositoryRoot,
} from '@tributary/engines';
import { deleteNamespaces, newNamespace } from '@tributary/messaging/testing/namespaces';
import { dropDatabases } from '@tributary/testing';
import { openSystem, QUICK_TAKEOVER, type TestSystem } from '../system.ts';
import { print } from './report.ts';

async function withEngines<T>(
  options: Omit<OpenEnginesOptions, 'mode' | 'log'>,
  work: (engines: Engines) => Promise<T>,
): Promise<T> {
  exitOnSignals();
  const engines = await openEngines({ ...options, mode: 'test', log: print });
  try {
    return await work(engines);
  } finally {
    await engines.close();
  }
}

/** Runs `work` with the engines of the environment or with new ones, which are stopped afterwards. */
export const withOwnEngines = (work: (engines: Engines) => Promise<void>): Promise<void> =>
  withEngines({ directory: join(repositoryRoot(), '.engines/e2e') }, work);

const nativeOnly = () => {
  const none = { mongoUrl: undefined, kafkaBrokers: undefined, redisUrl: undefined };
  return { ...engineConfig(), ...none, choice: 'native' as const };
};

const OF_CHAOS = { directory: join(repositoryRoot(), '.engines/chaos') };

/** Runs `work` with new engines that are processes of this machine, which it may kill, whatever the environment names. */
export const withEnginesToKill = (
  work: (engines: Engines) => Promise<void>,
  options: Pick<OpenEnginesOptions, 'directory' | 'dataFolder'> = OF_CHAOS,
): Promise<void> => withEngines({ ...options, config: nativeOnly() }, work);

/** As `withEnginesToKill`, where MongoDB and Kafka have several members each. */
export const withEngineMembers = <T>(
  memberCount: number,
  work: (engines: Engines) => Promise<T>,
): Promise<T> => {
  const directory = join(repositoryRoot(), '.engines/members');
  return withEngines({ directory, memberCount, config: nativeOnly() }, work);
};

/** Runs `work` with a separate system on these engines, then stops the system. */
export async function withSystemOn<T>(
  engines: Engines,
  env: Readonly<Record<string, string>>,
  work: (system: TestSystem) => Promise<T>,
  options: Parameters<typeof openSystem>[2] = {},
): Promise<T> {
  const settings = { ...QUICK_TAKEOVER, LOG_LEVEL: 'warn', ...env };
  const system = await openSystem(settings, engines, options);
  try {
    return await work(system);
  } finally {
    await system.close();
  }
}

/** Deletes the data of a namespace, because the engines may be shared. */
export async function deleteData(engines: Engines, namespace: string): Promise<void> {
  await dropDatabases(engines.mongoUrl, [namespace]);
  await deleteNamespaces(engines.kafkaBrokers.split(','), [namespace]);
}

/** Runs `work` with a separate system on these engines, then stops the system and deletes its data. */
export async function withSystem<T>(
  engines: Engines,
  env: Readonly<Record<string, string>>,
  work: (system: TestSystem) => Promise<T>,
  options: Parameters<typeof openSystem>[2] = {},
): Promise<T> {
  const namespace = newNamespace('e', process.env);
  try {
    return await withSystemOn(engines, { ...env, NAMESPACE: namespace }, work, options);
  } finally {
    await deleteData(engines, namespace);
  }
}

/** As `withSystem`, on the engines of the environment or on new ones. */
export const withOwnSystem = (
  env: Readonly<Record<string, string>>,
  work: (system: TestSystem, engines: Engines) => Promise<void>,
): Promise<void> =>
  withOwnEngines((engines) => withSystem(engines, env, (system) => work(system, engines)));
