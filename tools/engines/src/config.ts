import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { mongoUrlOf } from '@tributary/mongo/access';

export type EngineChoice = 'auto' | 'docker' | 'native';

export interface EngineConfig {
  readonly mongoUrl: string | undefined;
  readonly kafkaBrokers: string | undefined;
  readonly redisUrl: string | undefined;
  /** File with the authority that signed the certificate of Redis. */
  readonly redisCaFile?: string | undefined;
  /** `TRIBUTARY_ENGINES`: which of the ways to take; `auto` takes Docker where a daemon answers. */
  readonly choice: EngineChoice;
  /** Downloaded engines; `TRIBUTARY_ENGINE_CACHE` lets several clones share one folder. */
  readonly cacheDirectory: string;
  readonly kafkaHome: string | undefined;
  readonly javaHome: string | undefined;
}

/** The folder that holds pnpm-workspace.yaml, searched upwards from the working directory. */
export const repositoryRoot = (start = process.cwd()): string => {
  let folder = resolve(start);
  while (!existsSync(join(folder, 'pnpm-workspace.yaml'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`${start} is not inside the repository`);
    folder = parent;
  }
  return folder;
};

/** Where `npm start` has its data and its notes. */
export const systemDirectory = (): string => join(repositoryRoot(), '.engines');

/** Empty variables count as absent, as compose files write them. */
export const engineConfig = (env: NodeJS.ProcessEnv = process.env): EngineConfig => ({
  mongoUrl: mongoUrlOf(env),
  kafkaBrokers: env['KAFKA_BROKERS'] || undefined,
  redisUrl: env['REDIS_URL'] || undefined,
  redisCaFile: env['REDIS_TLS_CA'] || undefined,
  choice: choiceOf(env['TRIBUTARY_ENGINES']),
  cacheDirectory: env['TRIBUTARY_ENGINE_CACHE'] || join(repositoryRoot(), '.engines', 'cache'),
  kafkaHome: env['KAFKA_HOME'] || undefined,
  javaHome: env['JAVA_HOME'] || undefined,
});

const choiceOf = (value: string | undefined): EngineChoice =>
  value === 'docker' || value === 'native' ? value : 'auto';
