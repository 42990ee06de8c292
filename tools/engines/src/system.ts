import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { catalog, type ServiceId } from '@tributary/catalog';
import { awaitReady, reportsReady } from './await-ready.ts';
import { lastLine, run } from './command.ts';
import { repositoryRoot } from './config.ts';
import { EngineError, SettingsError } from './errors.ts';
import type { Engines } from './open-engines.ts';
import { claimRunDirectory } from './run-directory.ts';
import { isExposed, openSystemSecrets, type SystemSecrets } from './secrets/system-secrets.ts';
import { openServiceKeys, type ServiceKeys } from './service-keys.ts';
import { superviseProcess, type SupervisedProcess } from './supervised-process.ts';
import { sandboxEnvironment, serviceEnvironment, type SystemPlaces } from './system-environment.ts';
import { requirePorts, SANDBOX_PORT } from './system-ports.ts';
import {
  edgeProcesses,
  findServiceProcess,
  type ProcessId,
  type ServiceProcess,
  processesOf,
  serviceProcesses,
  type ServiceProcessId,
} from './system-processes.ts';

export interface SystemOptions {
  readonly engines: Pick<Engines, 'mongoUrl' | 'kafkaBrokers' | 'redisUrl'>;
  /** Logs, pid files and the sandbox's books go here. */
  readonly directory: string;
  /** Shifts every port, so that several systems can live on one machine. Default 0. */
  readonly portOffset?: number;
  /** The gateway's port; by default the catalog's, shifted. */
  readonly port?: number;
  /** Where the gateway listens; beyond loopback the system makes secrets of its own. */
  readonly listenHost?: string;
  /** Settings for every process, over those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of the processes of one service, over those for every process; called at each start of one. */
  readonly envOf?: (service: ServiceId | 'sandbox') => Readonly<Record<string, string>>;
  /** Lets the processes have V8's default sizes: a tenth less work, and half as much memory again. */
  readonly isMemoryPlentiful?: boolean;
  /** Starts no worker: the services answer calls, but events wait in their outboxes and nobody consumes any. */
  readonly edgesOnly?: boolean;
  readonly log: (line: string) => void;
  /** Each line that a process prints, besides its log file. */
  readonly onOutput?: (process: ProcessId, line: string) => void;
}

/** A running Tributary: the processes of all services and the sandbox, each restarted when it dies. */
export interface System {
  /** The gateway. */
  readonly baseUrl: string;
  readonly sandboxUrl: string;
  readonly portOffset: number;
  readonly processes: readonly ProcessId[];
  /** The processes of a service: one, or one for each role. */
  readonly processesOf: (service: ServiceId) => readonly ServiceProcessId[];
  readonly opsUrl: (process: ServiceProcessId) => string;
  /** The keys by which its services recognise each other. */
  readonly serviceKeys: ServiceKeys;
  /** Undefined between a crash and its restart. */
  readonly pidOf: (process: ProcessId) => number | undefined;
  readonly restartsOf: (process: ProcessId) => number;
  /** Whether a process of a service runs and reports that it is ready. */
  readonly isReady: (process: ServiceProcessId) => Promise<boolean>;
  /** Ends it without warning. It is restarted, with `hold` only by `start`. */
  readonly kill: (process: ProcessId, options?: { hold?: boolean }) => void;
  readonly start: (process: ProcessId) => void;
  /** A graceful end and a new start. */
  readonly restart: (process: ProcessId) => Promise<void>;
  /** Waits until every process is ready and the gateway reports every service as ready. Throws EngineError; SettingsError at once. */
  readonly ready: (timeoutMs?: number) => Promise<void>;
  /** Stops all processes and waits until they are gone. */
  readonly stop: () => Promise<void>;
  /** Kills what still runs, for a second Ctrl-C. */
  readonly killAll: () => void;
}

/** kafkajs sets timers in the past, which Node 24 would report at each start. */
const QUIET = '--disable-warning=TimeoutNegativeWarning';

/**
 * A quarter less memory for the same work: the young generation stays at 1 MB, whatever is set for it, and the old one is
 * kept tidy (glibc's part is in system-environment.ts).
 */
const SMALL = ['--optimize-for-size', QUIET];

/**
 * Where people wait on every visit, code is compiled for speed: half the time for each call. Idle they
 * are as small, see keepHeapTidy; a young generation of the default size would let them triple under load.
 */
const FAST = ['--max-semi-space-size=4', QUIET];

/**
 * Clicks by the thousand leave little that lives: helpers of the garbage collector wait for each other
 * on cores that the engines need, a third of all that a click costs.
 */
const CLICKS = ['--max-semi-space-size=8', QUIET, '--single-threaded-gc'];

/**
 * Orders are assessed and clicks are stored by the hundred. Where memory grows by small steps alone, two fifths of that time
 * go to the collection of garbage; without a bound for its growth it would triple.
 */
const BATCHES = [...CLICKS, '--heap-growing-percent=60'];

/**
 * Events come by the hundred where there is a backlog, and live as long as their batch: a young generation of 1 MB passes
 * most of them on, and a third of the time goes to the collection of garbage. This takes 45 MB more while a backlog lasts.
 */
const BACKLOGS = [
  ...['--max-semi-space-size=2', '--heap-growing-percent=20'],
  ...[QUIET, '--single-threaded-gc'],
];

const flagsOf: Readonly<Partial<Record<ProcessId, readonly string[]>>> = {
  gateway: FAST,
  commission: FAST,
  tracking: CLICKS,
  attribution: BATCHES,
  'attribution-worker': BATCHES,
  'tracking-worker': BATCHES,
  notification: BACKLOGS,
  webhook: BACKLOGS,
  analytics: BACKLOGS,
};

const nodeFlags = (
  id: ProcessId,
  { isMemoryPlentiful = false }: SystemOptions,
): readonly string[] => (isMemoryPlentiful ? [QUIET] : (flagsOf[id] ?? SMALL));

const STOP_WITHIN_MS = 15_000;
const READY_WITHIN_MS = 120_000;

/**
 * Builds what changed, starts every service and the sandbox, and returns when the gateway is ready.
 * Throws EngineError, with nothing left running, when a port is taken or a service does not get ready.
 */
export const startSystem = async (options: SystemOptions): Promise<System> => {
  const system = await launchSystem(options);
  try {
    await system.ready();
  } catch (error) {
    await system.stop();
    throw error;
  }
  return system;
};

/** As startSystem, but returns when the processes have been started. */
export const launchSystem = async (options: SystemOptions): Promise<System> => {
  const places = placesOf(options);
  await buildServices();
  // Before the ports are checked, because processes of an earlier run may hold them.
  const release = await claimRunDirectory(join(options.directory, 'run', 'services'), options.log);
  try {
    await requirePorts(places);
    const secrets = await openSystemSecrets(options.directory, isExposed(places.listenHost));
    const keys = openServiceKeys(options.directory);
    const started = options.edgesOnly === true ? edgeProcesses : serviceProcesses;
    const supervised = new Map<ProcessId, SupervisedProcess>(
      [SANDBOX, ...started].map((one) => [
        one.id,
        superviseService(one, places, { ...options, keys, secrets }),
      ]),
    );
    for (const one of supervised.values()) {
      one.keepAlive();
      one.start();
    }
    return systemOf(supervised, { places, keys, release });
  } catch (error) {
    release();
    throw error;
  }
};

const placesOf = (options: SystemOptions): SystemPlaces => {
  const offset = options.portOffset ?? 0;
  const port = options.port ?? catalog.gateway.http + offset;
  const listenHost = options.listenHost ?? '127.0.0.1';
  const baseUrl = `http://${hostOf(listenHost)}:${port}`;
  return { offset, port, listenHost, baseUrl, sandboxPort: SANDBOX_PORT + offset };
};

const ANY_ADDRESS = ['0.0.0.0', '::'];

/** The host by which processes of this machine reach the gateway. */
const hostOf = (listenHost: string): string => {
  if (ANY_ADDRESS.includes(listenHost)) return '127.0.0.1';
  return listenHost.includes(':') ? `[${listenHost}]` : listenHost;
};

const buildServices = async (): Promise<void> => {
  const built = await run(process.execPath, [
    join(repositoryRoot(), 'tools', 'scripts', 'build.ts'),
  ]);
  if (built.code === 0) return;
  throw new EngineError(`The build failed: ${lastLine(built.output)}`, 'run: npm run types');
};

const superviseService = (
  { id, service, role, niceness }: typeof SANDBOX | ServiceProcess,
  places: SystemPlaces,
  options: SystemOptions & {
    readonly keys: ServiceKeys;
    readonly secrets: SystemSecrets | undefined;
  },
): SupervisedProcess => {
  const { directory, keys, secrets, log, onOutput } = options;
  const folder = join(repositoryRoot(), service === 'sandbox' ? 'tools' : 'services', service);
  const entry = join(folder, 'dist', 'main.js');
  if (!existsSync(entry))
    throw new EngineError(`${entry} is missing`, 'node tools/scripts/build.ts');
  const own =
    service === 'sandbox' ? sandboxEnvironment(places, directory) : keys.settingsOf(service);
  return superviseProcess({
    name: id,
    command: process.execPath,
    args: [...nodeFlags(id, options), entry],
    directory: repositoryRoot(),
    // Read at each start.
    get env() {
      return {
        ...serviceEnvironment(service, places, options),
        ...unlessSet(secrets?.settingsOf(service) ?? {}),
        ...own,
        ...options.env,
        ...options.envOf?.(service),
        ROLE: role,
      };
    },
    ...(service !== 'sandbox' &&
      niceness > 0 && {
        background: { niceness, isReady: () => reportsReady(opsUrlAt(places)(id)) },
      }),
    runDirectory: join(directory, 'run', 'services'),
    logFile: join(directory, 'logs', `${id}.log`),
    stopWithinMs: STOP_WITHIN_MS,
    log,
    ...(onOutput !== undefined && { onLine: (line: string) => onOutput(id, line) }),
  });
};

const SANDBOX = { id: 'sandbox', service: 'sandbox', role: 'both', niceness: 0 } as const;

/** What this process's environment does not set itself. */
const unlessSet = (values: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !process.env[name]));

const systemOf = (
  supervised: ReadonlyMap<ProcessId, SupervisedProcess>,
  {
    places,
    keys,
    release,
  }: {
    readonly places: SystemPlaces;
    readonly keys: ServiceKeys;
    readonly release: () => void;
  },
): System => {
  const get = (id: ProcessId): SupervisedProcess => {
    const found = supervised.get(id);
    if (found === undefined) throw new Error(`There is no process ${id}`);
    return found;
  };
  const opsUrl = opsUrlAt(places);
  return {
    baseUrl: places.baseUrl,
    sandboxUrl: `http://127.0.0.1:${places.sandboxPort}`,
    portOffset: places.offset,
    processes: [...supervised.keys()],
    processesOf,
    opsUrl,
    serviceKeys: keys,
    pidOf: (id) => get(id).pid(),
    restartsOf: (id) => get(id).restarts(),
    isReady: async (id) => get(id).pid() !== undefined && reportsReady(opsUrl(id)),
    kill: (id, options = {}) => get(id).kill(options),
    start: (id) => get(id).start(),
    restart: async (id) => {
      await get(id).stop();
      get(id).start();
    },
    ready: async (timeoutMs = READY_WITHIN_MS) => {
      const refusal = firstRefusal(supervised);
      const { baseUrl } = places;
      await awaitReady({ baseUrl, processes: servicesOf(supervised), opsUrl, timeoutMs, refusal });
    },
    stop: async () => {
      await Promise.all(servicesOf(supervised).map((id) => get(id).stop()));
      // The sandbox last: services that finish their work may still call it.
      await get('sandbox').stop();
      release();
    },
    killAll: () => {
      for (const one of supervised.values()) one.kill({ hold: true });
    },
  };
};

const opsUrlAt =
  ({ offset }: SystemPlaces) =>
  (id: ServiceProcessId): string =>
    `http://127.0.0.1:${findServiceProcess(id).opsPort + offset}`;

const servicesOf = (supervised: ReadonlyMap<ProcessId, unknown>): readonly ServiceProcessId[] =>
  [...supervised.keys()].filter((id) => id !== 'sandbox');

/** The error of the first process that refuses its settings, once one does. */
const firstRefusal = (
  supervised: ReadonlyMap<ProcessId, SupervisedProcess>,
): (() => SettingsError | undefined) => {
  let refused: SettingsError | undefined;
  for (const [id, process] of supervised) {
    void process.refusal.then((reason) => {
      refused ??= new SettingsError(`${id} refuses its settings: ${reason}`, 'correct the setting');
    });
  }
  return () => refused;
};
