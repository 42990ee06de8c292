import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { engineConfig } from '../config.ts';
import { findMongod } from '../install/mongod.ts';
import { withAdmin } from '../mongo-admin.ts';
import { findFreePorts } from '../ports.ts';
import { mongoIsReady, waitUntilReady } from '../readiness.ts';
import { type NativeFolders, startTogether } from './engine-process.ts';
import { answersPing, directUrl, hostOf, mongodSpec } from './mongod.ts';

interface Shard {
  readonly id: string;
  readonly url: string;
}

/** A config server and shards of one member each, without a mongos. */
export interface ShardedMongo {
  readonly configUrl: string;
  readonly shards: readonly Shard[];
  close(): Promise<void>;
}

interface Node {
  readonly name: string;
  readonly port: number;
  readonly role: '--configsvr' | '--shardsvr';
}

const initiate = ({ name, port, role }: Node): Promise<unknown> =>
  withAdmin(directUrl(hostOf(port)), (admin) =>
    admin.command({
      replSetInitiate: {
        _id: name,
        ...(role === '--configsvr' ? { configsvr: true } : {}),
        members: [{ _id: 0, host: hostOf(port) }],
      },
    }),
  );

/** Adds a shard as a mongos has its config server do it. */
const addShard = (config: Node, { name, port }: Node): Promise<unknown> =>
  withAdmin(directUrl(hostOf(config.port)), (admin) =>
    admin.command({
      _configsvrAddShard: `${name}/${hostOf(port)}`,
      writeConcern: { w: 'majority', wtimeout: 30_000 },
    }),
  );

/** Makes a replica set of each node, and shards of all but the first. */
async function joinCluster(nodes: readonly [Node, ...Node[]], remedy: string): Promise<void> {
  const [config, ...shards] = nodes;
  for (const node of nodes) {
    await initiate(node);
    const isReady = () => mongoIsReady(directUrl(hostOf(node.port)));
    await waitUntilReady('MongoDB', isReady, { timeoutMs: 60_000, remedy });
  }
  for (const shard of shards) await addShard(config, shard);
}

function foldersIn(directory: string): NativeFolders {
  const folder = (name: string): string => {
    const path = join(directory, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const { cacheDirectory: cache } = engineConfig();
  return { data: folder('data'), logs: folder('logs'), run: folder('run'), cache };
}

/** Starts a sharded cluster of two shards in a folder of its own. No package has a mongos for it. */
export async function openShardedMongo(
  directory: string,
  log: (line: string) => void,
): Promise<ShardedMongo> {
  const folders = foldersIn(directory);
  const program = await findMongod(folders.cache, log);
  const [first = 0, second = 0, third = 0] = await findFreePorts(3);
  const config: Node = { name: 'config', port: first, role: '--configsvr' };
  const shards: Node[] = [
    { name: 'shard-a', port: second, role: '--shardsvr' },
    { name: 'shard-b', port: third, role: '--shardsvr' },
  ];
  const options = { forTests: true, log };
  const members = await startTogether(
    [config, ...shards].map(({ name, port, role }) => ({
      engine: 'MongoDB',
      spec: mongodSpec({ name, program, port, role, replicaSet: name }, folders, options),
      ports: [port],
      isReady: () => answersPing(directUrl(hostOf(port))),
    })),
  );
  const close = async (): Promise<void> => {
    await Promise.all(members.map((member) => member.stop()));
  };
  try {
    await joinCluster([config, ...shards], `read the logs in ${folders.logs}`);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    configUrl: directUrl(hostOf(config.port)),
    shards: shards.map(({ name, port }) => ({ id: name, url: directUrl(hostOf(port)) })),
    close,
  };
}
