import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { EngineConfig } from '../config.ts';
import type { OpenedEngines } from '../docker.ts';
import type { EngineName } from '../errors.ts';
import { claimRunDirectory } from '../run-directory.ts';
import { findFreePorts } from '../ports.ts';
import type { SupervisedProcess } from '../supervised-process.ts';
import { testDataFolder } from './data-folder.ts';
import type { NativeEngine } from './engine-process.ts';
import { startKafka, startKafkaCluster } from './kafka.ts';
import { startMongod, startReplicaSet } from './mongod.ts';
import { startRedis } from './redis.ts';
import type { EngineSecurity } from './security.ts';

export interface EnginePorts {
  readonly mongo: number;
  readonly kafka: number;
  readonly kafkaController: number;
  readonly redis: number;
}

export interface NativeOptions {
  readonly directory: string;
  /** Where they store their data instead of the folder of `directory`; the caller removes it. */
  readonly dataFolder?: string | undefined;
  /** Those of each member of MongoDB and Kafka; Redis has one process. */
  readonly ports: readonly [EnginePorts, ...EnginePorts[]];
  /** Whether they serve one run of tests: they begin empty, and are set for a short life. */
  readonly forTests: boolean;
  readonly config: EngineConfig;
  /** Without it the engines serve anybody on this machine. */
  readonly security?: EngineSecurity;
  readonly log: (line: string) => void;
}

export interface OpenedNativeEngines extends OpenedEngines {
  readonly members: Readonly<Partial<Record<EngineName, readonly SupervisedProcess[]>>>;
}

/** Starts engines as processes of this machine, on 127.0.0.1 alone. Throws EngineError. */
export const openNativeEngines = async (
  engines: readonly EngineName[],
  options: NativeOptions,
): Promise<OpenedNativeEngines> => {
  const run = join(options.directory, 'run', 'engines');
  const release = await claimRunDirectory(run, options.log);
  const data = dataFolderOf(options);
  const isOwn = options.forTests && options.dataFolder === undefined;
  const forget = (): void => {
    if (isOwn) rmSync(data, { recursive: true, force: true });
  };
  forget();
  options.log(`starting ${engines.join(', ')}`);
  const outcomes = await Promise.allSettled(
    engines.map(async (engine) => ({
      engine,
      ...(await startOne(engine, { run, data }, options)),
    })),
  );
  const started = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' ? [outcome.value] : [],
  );
  const close = async (): Promise<void> => {
    await Promise.all(started.flatMap(({ members }) => members.map(async (one) => one.stop())));
    forget();
    release();
  };
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed !== undefined) {
    await close();
    throw failed.reason;
  }
  return {
    urls: Object.fromEntries(started.map(({ engine, url }) => [engine, url])),
    members: Object.fromEntries(started.map(({ engine, members }) => [engine, members])),
    close,
  };
};

const dataFolderOf = ({ directory, dataFolder, forTests }: NativeOptions): string =>
  dataFolder ?? (forTests ? testDataFolder(directory) : join(directory, 'data'));

const startOne = async (
  engine: EngineName,
  { run, data }: { readonly run: string; readonly data: string },
  options: NativeOptions,
): Promise<NativeEngine> => {
  const { directory, config, ports, security, forTests, log } = options;
  const cache = config.cacheDirectory;
  const folders = { data, logs: join(directory, 'logs'), run, cache };
  const { kafkaHome, javaHome } = config;
  const kafka = { kafkaHome, javaHome, forTests, log };
  const [first, ...further] = ports;
  if (engine === 'Redis') return startRedis(folders, first.redis, { security, log });
  if (further.length === 0) {
    return engine === 'Kafka'
      ? startKafka(folders, first, { ...kafka, security })
      : startMongod(folders, first.mongo, { security, forTests, log });
  }
  if (engine === 'Kafka') return startKafkaCluster(folders, ports, kafka);
  const mongoPorts = ports.map(({ mongo }) => mongo);
  return startReplicaSet(folders, mongoPorts, { forTests, log });
};

/** Free ports for engines, those of each member of MongoDB and Kafka. */
export async function freeEnginePorts(
  memberCount: number,
): Promise<[EnginePorts, ...EnginePorts[]]> {
  const found = await findFreePorts(4 * memberCount);
  const portsAt = (at: number): EnginePorts => {
    const [mongo = 0, kafka = 0, kafkaController = 0, redis = 0] = found.slice(at, at + 4);
    return { mongo, kafka, kafkaController, redis };
  };
  const further = Array.from({ length: memberCount - 1 }, (_, index) => portsAt(4 * (index + 1)));
  return [portsAt(0), ...further];
}
