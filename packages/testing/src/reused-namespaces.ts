import {
  deleteNamespaces,
  emptyTopics,
  newNamespace,
} from '@tributary/messaging/testing/namespaces';
import { openLog, openRedis } from '@tributary/service';
import { dropDatabases, emptyDatabases } from './databases.ts';

interface Engines {
  readonly MONGO_URL: string;
  readonly KAFKA_BROKERS: string;
  readonly REDIS_URL: string;
}

/** Emptied namespaces of suites that have ended. */
const free: string[] = [];

/** The suite that this process runs, by the path of its file. */
let current: { readonly suite: string; readonly namespaces: string[] } = {
  suite: '',
  namespaces: [],
};

/**
 * A namespace for the suite that runs: one of an earlier suite of this process where one is free, because collections,
 * indexes and topics take longer to create than to empty.
 */
export function takeNamespace(engines: Engines): string {
  const suite = expect.getState().testPath ?? '';
  if (suite !== current.suite) {
    for (const ended of current.namespaces) void release(ended, engines);
    current = { suite, namespaces: [] };
  }
  const namespace = free.pop() ?? newNamespace('t', process.env);
  current.namespaces.push(namespace);
  return namespace;
}

/** Empties a namespace for another suite, or deletes it where something still runs in it or more changed than its data. */
async function release(namespace: string, engines: Engines): Promise<void> {
  const { MONGO_URL, KAFKA_BROKERS, REDIS_URL } = engines;
  const brokers = KAFKA_BROKERS.split(',');
  try {
    // First, because it fails where a consumer still runs.
    await emptyTopics(brokers, namespace);
    await emptyDatabases(MONGO_URL, namespace);
    await deleteKeys(REDIS_URL, namespace);
    free.push(namespace);
  } catch {
    // What is left behind slows the next suites down, and fails none.
    const passing = (): undefined => undefined;
    dropDatabases(MONGO_URL, [namespace]).catch(passing);
    deleteNamespaces(brokers, [namespace]).catch(passing);
  }
}

/** Deletes the keys of Redis that begin with `prefix`. */
async function deleteKeys(url: string, prefix: string): Promise<void> {
  const redis = await openRedis({ url }, openLog('tests', 'error'));
  try {
    const keys = await redis.keys(`${prefix}*`);
    if (keys.length > 0) await redis.unlink(keys);
  } finally {
    redis.disconnect();
  }
}
