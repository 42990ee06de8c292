import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

const MASTERS = 3;
/** Nodes of a cluster speak to each other at a port that is so much higher. */
const BUS_OFFSET = 10_000;
const HIGHEST_PORT = 65_535;

export interface RedisCluster {
  /** Names all masters. */
  readonly url: string;
  readonly ports: readonly number[];
  /** The keys that begin with a text, of each master. */
  keys(prefix: string): Promise<string[][]>;
  close(): Promise<void>;
}

async function portWithBus(): Promise<number> {
  for (;;) {
    const port = await freePort();
    if (port + BUS_OFFSET <= HIGHEST_PORT) return port;
  }
}

const query = async (port: number, ...words: readonly string[]): Promise<string> => {
  const { stdout } = await run('redis-cli', ['-p', String(port), ...words]);
  return stdout;
};

function start(port: number, directory: string): ChildProcess {
  const options = ['--port', String(port), '--bind', '127.0.0.1', '--dir', directory];
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

/** Starts a Redis Cluster of three masters with `redis-server` and `redis-cli` of the PATH. */
export async function openRedisCluster(): Promise<RedisCluster> {
  const directory = mkdtempSync(join(tmpdir(), 'redis-cluster-'));
  const ports: number[] = [];
  for (let master = 0; master < MASTERS; master += 1) ports.push(await portWithBus());
  const servers = ports.map((port) => start(port, directory));
  const close = async (): Promise<void> => {
    await Promise.all(servers.map(stop));
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await untilAll(ports, ['ping'], 'PONG');
    const nodes = ports.map((port) => `127.0.0.1:${String(port)}`);
    await run('redis-cli', ['--cluster', 'create', ...nodes, '--cluster-yes']);
    await untilAll(ports, ['cluster', 'info'], 'cluster_state:ok');
    return {
      url: `redis://${nodes.join(',')}`,
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
