import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findRedisServer } from '../install/redis.ts';
import { redisIsReady } from '../readiness.ts';
import type { NativeEngine, NativeFolders } from './engine-process.ts';
import { startEngine } from './engine-process.ts';

/** Redis with an append-only file, so that limits, sessions and hot clicks outlive a restart. */
export const startRedis = async (
  folders: NativeFolders,
  port: number,
  log: (line: string) => void,
): Promise<NativeEngine> => {
  const program = await findRedisServer(log);
  const data = join(folders.data, 'redis');
  mkdirSync(data, { recursive: true });
  const url = `redis://127.0.0.1:${String(port)}`;
  const spec = {
    name: 'redis',
    command: program,
    args: [
      ...['--bind', '127.0.0.1', '--port', String(port), '--dir', data],
      ...['--appendonly', 'yes', '--save', '', '--daemonize', 'no'],
    ],
    runDirectory: folders.run,
    logFile: join(folders.logs, 'redis.log'),
    stopWithinMs: 10_000,
    log,
  };
  const running = await startEngine({
    engine: 'Redis',
    spec,
    ports: [port],
    isReady: async () => redisIsReady(url),
  });
  return { url, process: running };
};
