import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { findMongod } from '../install/mongod.ts';
import { withAdmin } from '../mongo-admin.ts';
import { mongoIsReady } from '../readiness.ts';
import type { NativeEngine, NativeFolders } from './engine-process.ts';
import { startEngine } from './engine-process.ts';

const REPLICA_SET = 'rs0';
const NOT_YET_INITIALIZED = 94;

/** The open transaction of a process that was killed holds its documents this long. */
export const TRANSACTION_LIFETIME_SECONDS = 15;

/** A replica set of one: transactions and change streams need a replica set. */
export const startMongod = async (
  folders: NativeFolders,
  port: number,
  log: (line: string) => void,
): Promise<NativeEngine> => {
  const program = await findMongod(folders.cache, log);
  const data = join(folders.data, 'mongo');
  mkdirSync(data, { recursive: true });
  const host = `127.0.0.1:${String(port)}`;
  const spec = {
    name: 'mongo',
    command: program,
    args: [
      ...['--replSet', REPLICA_SET, '--bind_ip', '127.0.0.1', '--port', String(port)],
      ...['--dbpath', data, '--wiredTigerCacheSizeGB', '0.5', '--oplogSize', '512'],
      ...['--setParameter', `transactionLifetimeLimitSeconds=${TRANSACTION_LIFETIME_SECONDS}`],
      ...['--nounixsocket', '--quiet'],
    ],
    runDirectory: folders.run,
    logFile: join(folders.logs, 'mongo.log'),
    stopWithinMs: 20_000,
    log,
  };
  const isReady = async (): Promise<boolean> => {
    await ensureReplicaSet(host).catch(() => undefined);
    return mongoIsReady(`mongodb://${host}/?directConnection=true`);
  };
  const running = await startEngine({ engine: 'MongoDB', spec, ports: [port], isReady });
  return { url: `mongodb://${host}/?replicaSet=${REPLICA_SET}`, process: running };
};

/** Initiates the set, or moves it when the data was last served on another port. */
const ensureReplicaSet = (host: string): Promise<void> =>
  withAdmin(`mongodb://${host}/?directConnection=true`, async (admin) => {
    const members = [{ _id: 0, host }];
    const config = await admin.command({ replSetGetConfig: 1 }).catch(ignoreNotInitialized);
    if (config === undefined) {
      await admin.command({ replSetInitiate: { _id: REPLICA_SET, members } });
      return;
    }
    const current = config['config'] as { version: number; members: { host: string }[] };
    if (current.members[0]?.host === host) return;
    const moved = { ...current, version: current.version + 1, members };
    await admin.command({ replSetReconfig: moved, force: true });
  });

const ignoreNotInitialized = (error: unknown): undefined => {
  if (error instanceof mongoose.mongo.MongoServerError && error.code === NOT_YET_INITIALIZED) {
    return undefined;
  }
  throw error;
};
