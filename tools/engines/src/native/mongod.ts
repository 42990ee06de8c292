import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mongoose from 'mongoose';
import { findMongod } from '../install/mongod.ts';
import { withAdmin } from '../mongo-admin.ts';
import { mongoIsReady, waitUntilReady } from '../readiness.ts';
import type { ProcessSpec } from '../supervised-process.ts';
import type { NativeEngine, NativeFolders } from './engine-process.ts';
import { startEngine, startTogether } from './engine-process.ts';
import type { EngineSecurity, EngineUser } from './security.ts';

const REPLICA_SET = 'rs0';
const NOT_YET_INITIALIZED = 94;

/** The open transaction of a process that was killed holds its documents this long. */
export const TRANSACTION_LIFETIME_SECONDS = 15;

/** Writes of seventy thousand orders, and of all that follows from them, wait for minutes for room in half as much. */
const CACHE_GB = '1';
const CACHE_GB_OF_TESTS = '0.5';

/**
 * By default four threads of the storage engine write changed pages from 5 % of the cache on. In a cache this small
 * that is always, and they mostly wait for each other: they took a fifth of MongoDB's time under load.
 */
const EVICTION = [
  'eviction=(threads_min=1,threads_max=2)',
  ...['eviction_dirty_target=20', 'eviction_dirty_trigger=40'],
  ...['eviction_updates_target=20', 'eviction_updates_trigger=40'],
];

/**
 * Each suite has databases of a hundred files, which the next one drops. Kept open, as by default for ten minutes, they
 * exceed what a process may open, and each checkpoint visits them all.
 */
const FILES_OF_TESTS = ['file_manager=(close_idle_time=15,close_scan_interval=5)'];

/** Statistics of thousands of files, once a second, help nobody. */
const WITHOUT_STATISTICS = ['--setParameter', 'diagnosticDataCollectionEnabled=false'];

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
  const { security } = options;
  const program = await findMongod(folders.cache, options.log);
  const host = hostOf(port);
  const spec = mongodSpec({ name: 'mongo', program, port }, folders, options);
  const plainUrl = directUrl(host);
  const isReady = async (): Promise<boolean> => {
    await ensureReplicaSet(host).catch(() => undefined);
    return mongoIsReady(plainUrl);
  };
  const running = await startEngine({ engine: 'MongoDB', spec, ports: [port], isReady });
  if (security === undefined) {
    return { url: `mongodb://${host}/?replicaSet=${REPLICA_SET}`, members: [running] };
  }
  // The first user can be made without a user alone.
  await withAdmin(plainUrl, (admin) => admin.command(createUser(security.admin)));
  await running.stop();
  const url = securedUrl(host, security);
  const secured = { ...spec, args: [...spec.args, ...securityArguments(folders.data, security)] };
  const isSecuredReady = () => mongoIsReady(`${url}&directConnection=true`);
  return {
    url: `${url}&replicaSet=${REPLICA_SET}`,
    members: [
      await startEngine({
        ...{ engine: 'MongoDB', spec: secured, ports: [port] },
        isReady: isSecuredReady,
      }),
    ],
  };
};

/** How long the others wait for a primary that is silent before they elect another. */
const ELECTION_TIMEOUT_MS = 2_000;

/** A replica set with a member at each port: one may be away. */
export const startReplicaSet = async (
  folders: NativeFolders,
  ports: readonly number[],
  options: Omit<MongodOptions, 'security'>,
): Promise<NativeEngine> => {
  const program = await findMongod(folders.cache, options.log);
  const hosts = ports.map(hostOf);
  const members = await startTogether(
    ports.map((port, index) => {
      const name = `mongo-${String(index + 1)}`;
      const spec = mongodSpec({ name, program, port }, folders, options);
      const isReady = () => answersPing(directUrl(hostOf(port)));
      return { engine: 'MongoDB', spec, ports: [port], isReady };
    }),
  );
  const [first = ''] = hosts;
  await withAdmin(directUrl(first), (admin) =>
    admin.command({
      replSetInitiate: {
        _id: REPLICA_SET,
        members: hosts.map((host, _id) => ({ _id, host })),
        settings: { electionTimeoutMillis: ELECTION_TIMEOUT_MS },
      },
    }),
  );
  const url = `mongodb://${hosts.join(',')}/?replicaSet=${REPLICA_SET}`;
  await waitUntilReady('MongoDB', () => mongoIsReady(url), {
    timeoutMs: 60_000,
    remedy: `read the logs in ${folders.logs}`,
  });
  return { url, members };
};

export const hostOf = (port: number): string => `127.0.0.1:${String(port)}`;

export const directUrl = (host: string): string => `mongodb://${host}/?directConnection=true`;

export const answersPing = (url: string): Promise<boolean> =>
  withAdmin(url, (admin) => admin.command({ ping: 1 })).then(
    () => true,
    () => false,
  );

interface Member {
  readonly name: string;
  readonly program: string;
  readonly port: number;
  readonly replicaSet?: string;
  /** What it is in a sharded cluster. */
  readonly role?: '--configsvr' | '--shardsvr';
}

export function mongodSpec(
  { name, program, port, replicaSet = REPLICA_SET, role }: Member,
  folders: NativeFolders,
  { forTests, log }: Omit<MongodOptions, 'security'>,
): ProcessSpec {
  const data = join(folders.data, name);
  mkdirSync(data, { recursive: true });
  return {
    name,
    command: program,
    args: [
      ...(role === undefined ? [] : [role]),
      ...['--replSet', replicaSet, '--bind_ip', '127.0.0.1', '--port', String(port)],
      ...['--dbpath', data, '--oplogSize', '512'],
      ...['--wiredTigerCacheSizeGB', forTests ? CACHE_GB_OF_TESTS : CACHE_GB],
      ...['--setParameter', `transactionLifetimeLimitSeconds=${TRANSACTION_LIFETIME_SECONDS}`],
      ...['--nounixsocket', '--quiet'],
      '--wiredTigerEngineConfigString',
      [...EVICTION, ...(forTests ? FILES_OF_TESTS : [])].join(','),
      ...(forTests ? WITHOUT_STATISTICS : []),
    ],
    runDirectory: folders.run,
    logFile: join(folders.logs, `${name}.log`),
    stopWithinMs: 20_000,
    log,
  };
}

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
  withAdmin(directUrl(host), async (admin) => {
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
