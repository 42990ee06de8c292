import type { EngineConfig } from './config.ts';
import { engineConfig } from './config.ts';
import { openContainers } from './containers.ts';
import type { OpenedEngines } from './docker.ts';
import { dockerAnswers, hasComposeFile, openComposeEngines } from './docker.ts';
import {
  type EngineKinds,
  otherEngine,
  rememberedKinds,
  rememberKinds,
  requireSameKinds,
} from './engine-kinds.ts';
import type { EngineName } from './errors.ts';
import { EngineError, messageOf } from './errors.ts';
import type { EnginePorts, OpenedNativeEngines } from './native/open-native.ts';
import { freeEnginePorts, openNativeEngines } from './native/open-native.ts';
import { kafkaAccepts, mongoIsReady, redisIsReady, waitUntilReady } from './readiness.ts';
import type { SupervisedProcess } from './supervised-process.ts';
import { prepareTestDatabase } from './test-database.ts';

export interface OpenEnginesOptions {
  /** Native engines keep data, logs and pid files here. */
  readonly directory: string;
  /** Where native engines store their data instead; the caller removes it. */
  readonly dataFolder?: string;
  /** `start` keeps its data and uses the compose file; `test` begins empty, in throwaway containers. */
  readonly mode: 'start' | 'test';
  /** Ports of native engines; free ones when absent. */
  readonly ports?: EnginePorts;
  /** How many members native MongoDB and Kafka have; default 1, with 3 one may be away. */
  readonly memberCount?: number;
  readonly config?: EngineConfig;
  /** How long a server that the environment names may take to answer. Default 30 s. */
  readonly timeoutMs?: number;
  readonly log: (line: string) => void;
}

export interface Engines {
  readonly mongoUrl: string;
  readonly kafkaBrokers: string;
  readonly redisUrl: string;
  /** How those that the environment does not name were found. */
  readonly kind: 'environment' | 'docker' | 'native';
  /** The engines' processes, where they are native, of a cluster the first: tests kill and start them. */
  readonly processes: Readonly<Partial<Record<EngineName, SupervisedProcess>>>;
  /** The processes of each native engine. */
  readonly members: Readonly<Partial<Record<EngineName, readonly SupervisedProcess[]>>>;
  /** Stops the engines that were started here, and waits until they are gone. */
  readonly close: () => Promise<void>;
}

/** `hasData`: whether the folder has data from an earlier start. */
type WantedOptions = OpenEnginesOptions & { readonly hasData: boolean };

type Found = OpenedEngines & Pick<Engines, 'kind'> & Partial<OpenedNativeEngines>;

/**
 * Finds each engine by its environment variable, else in Docker, else starts it natively; all answer
 * when this returns. Throws EngineError with one line that names the remedy.
 */
export const openEngines = async (options: OpenEnginesOptions): Promise<Engines> => {
  const given = options.config ?? engineConfig();
  const named = namedByEnvironment(given);
  const remembered = options.mode === 'start' ? rememberedKinds(options.directory) : undefined;
  const choice = requireSameKinds(remembered, variablesOf(named), given.choice);
  const config = { ...given, choice };
  const wanted = (['MongoDB', 'Kafka', 'Redis'] as const).filter(
    (engine) => named[engine] === undefined,
  );
  await awaitNamed(named, config.redisCaFile, options.timeoutMs ?? 30_000);
  const hasData = remembered !== undefined;
  const found = await openWanted(wanted, config, { ...options, hasData });
  if (options.mode === 'test') await prepareForTests(found);
  const urls = { ...named, ...found.urls };
  if (options.mode === 'start') rememberKinds(options.directory, kindsOf(named, found.kind));
  return {
    mongoUrl: urls.MongoDB ?? '',
    kafkaBrokers: urls.Kafka ?? '',
    redisUrl: urls.Redis ?? '',
    kind: found.kind,
    processes: firstOfEach(found.members),
    members: found.members ?? {},
    close: found.close,
  };
};

const firstOfEach = (members: Found['members'] = {}): Engines['processes'] =>
  Object.fromEntries(Object.entries(members).map(([engine, [first]]) => [engine, first]));

const namedByEnvironment = (config: EngineConfig): Partial<Record<EngineName, string>> => ({
  ...(config.mongoUrl !== undefined && { MongoDB: config.mongoUrl }),
  ...(config.kafkaBrokers !== undefined && { Kafka: config.kafkaBrokers }),
  ...(config.redisUrl !== undefined && { Redis: config.redisUrl }),
});

const variablesOf = (named: Partial<Record<EngineName, string>>) =>
  byEngine((engine) => ({ name: VARIABLE[engine], isSet: named[engine] !== undefined }));

const kindsOf = (named: Partial<Record<EngineName, string>>, kind: Engines['kind']): EngineKinds =>
  byEngine((engine) => (named[engine] !== undefined || kind === 'environment' ? 'urls' : kind));

const byEngine = <Value>(valueOf: (engine: EngineName) => Value): Record<EngineName, Value> => ({
  MongoDB: valueOf('MongoDB'),
  Kafka: valueOf('Kafka'),
  Redis: valueOf('Redis'),
});

const READINESS_CHECK: Readonly<
  Record<EngineName, (url: string, redisCaFile?: string) => Promise<boolean>>
> = {
  MongoDB: mongoIsReady,
  Kafka: kafkaAccepts,
  Redis: redisIsReady,
};

const VARIABLE: Readonly<Record<EngineName, string>> = {
  MongoDB: 'MONGO_URL',
  Kafka: 'KAFKA_BROKERS',
  Redis: 'REDIS_URL',
};

const awaitNamed = async (
  named: Partial<Record<EngineName, string>>,
  redisCaFile: string | undefined,
  timeoutMs: number,
): Promise<void> => {
  const waits = Object.entries(named).map(async ([name, url]) => {
    const engine = name as EngineName;
    const remedy = `start the server that ${VARIABLE[engine]} names, or unset ${VARIABLE[engine]}`;
    await waitUntilReady(engine, async () => READINESS_CHECK[engine](url, redisCaFile), {
      timeoutMs,
      remedy,
    });
  });
  await Promise.all(waits);
};

/** A database that the environment names is left as it is. */
const prepareForTests = async ({ urls, close }: Found): Promise<void> => {
  if (urls.MongoDB === undefined) return;
  try {
    await prepareTestDatabase(urls.MongoDB);
  } catch (error) {
    await close();
    throw error;
  }
};

const openWanted = async (
  wanted: readonly EngineName[],
  config: EngineConfig,
  options: WantedOptions,
): Promise<Found> => {
  if (wanted.length === 0) {
    return { urls: {}, kind: 'environment', close: async () => Promise.resolve() };
  }
  const docker = await openInDocker(wanted, config, options);
  if (docker !== undefined) return { ...docker, kind: 'docker' };
  const { directory, dataFolder, log, mode, memberCount = 1 } = options;
  const forTests = mode === 'test';
  const ports =
    options.ports === undefined ? await freeEnginePorts(memberCount) : ([options.ports] as const);
  const native = { directory, dataFolder, ports, forTests, config, log };
  return {
    ...(await openNativeEngines(wanted, native)),
    kind: 'native',
  };
};

const dockerAway = ([engine = 'MongoDB']: readonly EngineName[], { hasData }: WantedOptions) =>
  hasData
    ? otherEngine('Docker', engine, 'start Docker')
    : new EngineError('No Docker daemon answers', 'start Docker or unset TRIBUTARY_ENGINES');

/** Undefined when there is no Docker, or (unless the setting names it) when it fails. */
const openInDocker = async (
  wanted: readonly EngineName[],
  config: EngineConfig,
  options: WantedOptions,
): Promise<OpenedEngines | undefined> => {
  if (config.choice === 'native') return undefined;
  const usable = (options.mode === 'test' || hasComposeFile()) && (await dockerAnswers());
  if (!usable) {
    if (config.choice === 'auto') return undefined;
    throw dockerAway(wanted, options);
  }
  const open = options.mode === 'test' ? openContainers : openComposeEngines;
  try {
    return await open(wanted, options.log);
  } catch (error) {
    if (config.choice === 'docker') throw error;
    options.log(`${messageOf(error)}; starting native engines instead`);
    return undefined;
  }
};
