import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findRedisServer } from '../install/redis.ts';
import { redisIsReady } from '../readiness.ts';
import type { NativeEngine, NativeFolders } from './engine-process.ts';
import { startEngine } from './engine-process.ts';
import type { EngineSecurity } from './security.ts';

/** Redis with an append-only file, so that limits, sessions and hot clicks outlive a restart. */
export const startRedis = async (
  folders: NativeFolders,
  port: number,
  options: { security: EngineSecurity | undefined; log: (line: string) => void },
): Promise<NativeEngine> => {
  const { security, log } = options;
  const program = await findRedisServer(log);
  const data = join(folders.data, 'redis');
  mkdirSync(data, { recursive: true });
  const address = `127.0.0.1:${String(port)}`;
  const spec = {
    name: 'redis',
    command: program,
    args: [
      ...['--bind', '127.0.0.1', ...listenArguments(port, security), '--dir', data],
      ...['--appendonly', 'yes', '--save', '', '--daemonize', 'no'],
    ],
    runDirectory: folders.run,
    logFile: join(folders.logs, 'redis.log'),
    stopWithinMs: 10_000,
    log,
  };
  const url =
    security === undefined
      ? `redis://${address}`
      : `rediss://default:${security.admin.password}@${address}`;
  const running = await startEngine({
    engine: 'Redis',
    spec,
    ports: [port],
    isReady: async () => redisIsReady(url, security?.caFile),
  });
  return { url, members: [running] };
};

const listenArguments = (port: number, security: EngineSecurity | undefined): string[] =>
  security === undefined
    ? ['--port', String(port)]
    : [
        ...['--port', '0', '--tls-port', String(port), '--tls-auth-clients', 'no'],
        ...['--tls-cert-file', security.certificateFile, '--tls-key-file', security.keyFile],
        ...['--tls-ca-cert-file', security.caFile, '--requirepass', security.admin.password],
      ];
