import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

const MASTERS = 3;
const SLOTS = 16_384;

interface Node {
  readonly port: number;
  /** Nodes speak to each other there. */
  readonly busPort: number;
}

export interface RedisCluster {
  /** Names all masters. */
  readonly url: string;
  readonly ports: readonly number[];
  /** The keys that begin with a text, of each master. */
  keys(prefix: string): Promise<string[][]>;
  close(): Promise<void>;
}

const query = async (port: number, ...words: readonly string[]): Promise<string> => {
  const { stdout } = await run('redis-cli', ['-p', String(port), ...words]);
  return stdout;
};

function start({ port, busPort }: Node, directory: string): ChildProcess {
  const options = [
    '--port',
    String(port),
    '--cluster-port',
    String(busPort),
    '--bind',
    '127.0.0.1',
    '--dir',
    directory,
  ];
  const cluster = ['--cluster-enabled', 'yes', '--cluster-config-file', `${String(port)}.conf`];
  const rest = ['--save', '', '--appendonly', 'no'];
  return spawn('redis-server', [...options, ...cluster, ...rest], { stdio: 'ignore' });
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((done) => server.once('exit', done));
  server.kill('SIGKILL');
  await ended;
}

/** Waits until every server's answer to this command has the text. */
async function untilAll(
  ports: readonly number[],
  words: readonly string[],
  text: string,
): Promise<void> {
  for (const port of ports)
    await eventually(async () => (await query(port, ...words)).includes(text));
}

/** Gives each master a third of the slots, and introduces them to the first. */
async function joinNodes(nodes: readonly Node[]): Promise<void> {
  const from = (index: number): number => Math.floor((SLOTS * index) / nodes.length);
  for (const [index, { port }] of nodes.entries()) {
    const slots = [String(from(index)), String(from(index + 1) - 1)];
    await query(port, 'cluster', 'addslotsrange', ...slots);
    await query(port, 'cluster', 'set-config-epoch', String(index + 1));
  }
  const [first, ...others] = nodes;
  for (const { port, busPort } of others) {
    const address = ['127.0.0.1', String(port), String(busPort)];
    await query(first?.port ?? 0, 'cluster', 'meet', ...address);
  }
}

/** Starts a Redis Cluster of three masters with `redis-server` and `redis-cli` of the PATH. */
export async function openRedisCluster(): Promise<RedisCluster> {
  const directory = mkdtempSync(join(tmpdir(), 'redis-cluster-'));
  const nodes: Node[] = [];
  for (let master = 0; master < MASTERS; master += 1) {
    nodes.push({ port: await freePort(), busPort: await freePort() });
  }
  const ports = nodes.map(({ port }) => port);
  const servers = nodes.map((node) => start(node, directory));
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(stop));
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await untilAll(ports, ['ping'], 'PONG');
    await joinNodes(nodes);
    await untilAll(ports, ['cluster', 'info'], 'cluster_state:ok');
    await untilAll(ports, ['cluster', 'info'], `cluster_size:${String(MASTERS)}`);
    return {
      url: `redis://${ports.map((port) => `127.0.0.1:${String(port)}`).join(',')}`,
      ports,
      keys: (prefix) =>
        Promise.all(
          ports.map(async (port) => {
            const found = await query(port, 'keys', `${prefix}*`);
            return found.split('\n').filter((key) => key !== '');
          }),
        ),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
