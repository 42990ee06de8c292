import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { findMongod } from '../install/mongod.ts';
import { withAdmin } from '../mongo-admin.ts';
import { mongoIsReady } from '../readiness.ts';
import type { NativeEngine, NativeFolders } from './engine-process.ts';
import { startEngine } from './engine-process.ts';
import type { EngineSecurity, EngineUser } from './security.ts';

const REPLICA_SET = 'rs0';
const NOT_YET_INITIALIZED = 94;

/** The open transaction of a process that was killed holds its documents this long. */
export const TRANSACTION_LIFETIME_SECONDS = 15;

/**
 * Each suite leaves a database of a hundred files behind. Kept open, as by default for ten minutes, those of a whole
 * run exceed what a process may open, and each checkpoint visits them all.
 */
const FOR_TESTS = [
  '--wiredTigerEngineConfigString',
  'file_manager=(close_idle_time=15,close_scan_interval=5)',
];

interface MongodOptions {
  readonly security: EngineSecurity | undefined;
  readonly forTests: boolean;
  readonly log: (line: string) => void;
}

/** A replica set of one: transactions and change streams need a replica set. */
export const startMongod = async (
  folders: NativeFolders,
  port: number,
  options: MongodOptions,
): Promise<NativeEngine> => {
  const { security, forTests, log } = options;
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
      ...(forTests ? FOR_TESTS : []),
    ],
    runDirectory: folders.run,
    logFile: join(folders.logs, 'mongo.log'),
    stopWithinMs: 20_000,
    log,
  };
  const plainUrl = `mongodb://${host}/?directConnection=true`;
  const isReady = async (): Promise<boolean> => {
    await ensureReplicaSet(host).catch(() => undefined);
    return mongoIsReady(plainUrl);
  };
  const running = await startEngine({ engine: 'MongoDB', spec, ports: [port], isReady });
  if (security === undefined) {
    return { url: `mongodb://${host}/?replicaSet=${REPLICA_SET}`, process: running };
  }
  // The first user can be made without a user alone.
  await withAdmin(plainUrl, (admin) => admin.command(createUser(security.admin)));
  await running.stop();
  const url = securedUrl(host, security);
  const secured = { ...spec, args: [...spec.args, ...securityArguments(folders.data, security)] };
  const isSecuredReady = () => mongoIsReady(`${url}&directConnection=true`);
  return {
    url: `${url}&replicaSet=${REPLICA_SET}`,
    process: await startEngine({
      ...{ engine: 'MongoDB', spec: secured, ports: [port] },
      isReady: isSecuredReady,
    }),
  };
};

const createUser = ({ name, password }: EngineUser) => ({
  createUser: name,
  pwd: password,
  roles: ['root'],
});

const securedUrl = (host: string, { admin, caFile }: EngineSecurity): string =>
  `mongodb://${admin.name}:${admin.password}@${host}/?authSource=admin&tls=true&tlsCAFile=${encodeURIComponent(caFile)}`;

/** Members of a replica set recognise each other by a file of their own; it switches authorization on. */
function securityArguments(data: string, security: EngineSecurity): string[] {
  const memberKey = join(data, 'mongo-member-key');
  writeFileSync(memberKey, randomBytes(96).toString('base64'), { mode: 0o400 });
  return [
    ...['--tlsMode', 'requireTLS', '--tlsCertificateKeyFile', security.serverFile],
    ...['--tlsCAFile', security.caFile, '--tlsAllowConnectionsWithoutCertificates'],
    ...['--auth', '--keyFile', memberKey],
  ];
}

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
