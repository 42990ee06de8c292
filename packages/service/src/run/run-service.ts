import { setTimeout as sleep } from 'node:timers/promises';
import { type RunningWorker } from '../background/worker.ts';
import { type BaseConfig } from '../config.ts';
import { openLog } from '../log.ts';
import { closeServer, portOf } from '../http/server.ts';
import { openOwnState } from '../state/own-state.ts';
import { type ServiceState } from '../state/service-state.ts';
import { type App } from './app.ts';
import { type Degradation, redisAnswers, watchDegradation } from './degradation.ts';
import { type Background, openBackground } from './open-background.ts';
import { noEdges, openEdges } from './open-edges.ts';
import { serveOps } from './ops-server.ts';
import { openPlatform, type Platform } from './platform.ts';
import { stopInPhases } from './stop-in-phases.ts';
import { configOrExit, runProcess, type RunningProcess } from './run-process.ts';

/** What a composition root returns. */
export interface OpenedDeps {
  /** Closes what deps.ts opened, in reverse order. */
  close(): Promise<void>;
}

export interface ServiceDefinition<Config extends BaseConfig, Deps extends OpenedDeps> {
  readonly config: () => Config;
  readonly openDeps: (
    config: Config,
    platform: Platform,
    /** The state of the service itself, once it has started. */
    readOwnState: () => Promise<ServiceState>,
  ) => Promise<Deps>;
  readonly app: (deps: Deps) => App;
}

/** A started service, as tests hold it. */
export interface RunningService extends RunningProcess {
  /** Where HTTP is served; empty for a worker. */
  readonly url: string;
  /** 0 where no gRPC is served. */
  readonly grpcPort: number;
  /** Where health and metrics are. */
  readonly opsUrl: string;
  readonly workers: ReadonlyMap<string, RunningWorker>;
  readonly platform: Platform;
}

/** A silence that is known already is reported at once: another instance may be ready. */
async function findMongoAway({ mongo }: Platform): Promise<string[]> {
  const isAway =
    !mongo.isAnswering() ||
    (await mongo.ping().then(
      () => false,
      () => true,
    ));
  return isAway ? ['mongo'] : [];
}

const watchParts = ({ metrics, redis, bus }: Platform, { parts }: App): Degradation =>
  watchDegradation(metrics, { redis: redisAnswers(redis), kafka: bus.isReachable, ...parts });

/**
 * Names the parts that are not ready. Requests that need no Kafka are served while it is down: an instance must not stay
 * out because of it.
 */
function watchReadiness(
  platform: Platform,
  { joined }: Pick<Background, 'joined'>,
  joinGraceMs: number,
): () => Promise<string[]> {
  let isJoined = false;
  const graceOver = sleep(joinGraceMs, undefined, { ref: false });
  void Promise.race([joined, graceOver]).then(() => (isJoined = true));
  return async () => [...(await findMongoAway(platform)), ...(isJoined ? [] : ['consumers'])];
}

/** Starts a service on an open platform. Tests call this with settings of their own. */
export async function startService<Config extends BaseConfig, Deps extends OpenedDeps>(
  definition: Omit<ServiceDefinition<Config, Deps>, 'config'>,
  config: Config,
): Promise<RunningService> {
  const platform = await openPlatform(config);
  const state = openOwnState(config.service, platform);
  const deps = await definition.openDeps(config, platform, state.read);
  let closing = false;
  const app = definition.app(deps);
  const parts = { config, platform, app, state, isClosing: () => closing };
  const background = await openBackground(parts);
  const edges = config.role === 'worker' ? noEdges : await openEdges(parts);
  const findMissing = watchReadiness(platform, background, config.joinGraceMs);
  const notReady = async (): Promise<string[]> => (closing ? ['closing'] : findMissing());
  const { degraded, ...degradation } = watchParts(platform, app);
  state.begin({ notReady, degraded, app });
  const ops = await serveOps({
    address: { host: config.listenHost, port: config.ports.ops },
    registry: platform.metrics.registry,
    isLive: background.isLive,
    notReady,
    degraded,
  });
  const { url, httpPort, grpcPort } = edges;
  platform.log.info(
    { role: config.role, http: httpPort, grpc: grpcPort, ops: portOf(ops) },
    'started',
  );

  const close = async (): Promise<void> => {
    closing = true;
    degradation.stop();
    const phases = await stopInPhases({
      calls: () => edges.close(),
      ...background.stopPhases,
      deps: () => deps.close(),
      engines: () => platform.close(),
      operations: () => closeServer(ops, 0),
    });
    platform.log.info({ phases }, 'stopped');
  };
  return {
    url,
    grpcPort: grpcPort ?? 0,
    opsUrl: `http://127.0.0.1:${String(portOf(ops))}`,
    workers: background.workers,
    platform,
    close,
  };
}

/** The whole process of a service: settings, start, and an orderly end on SIGTERM. */
export async function runService<Config extends BaseConfig, Deps extends OpenedDeps>(
  definition: ServiceDefinition<Config, Deps>,
): Promise<void> {
  const config = configOrExit(definition.config);
  const log = openLog(config.service, config.logLevel);
  await runProcess({
    service: config.service,
    log,
    graceMs: config.shutdownDrainMs + config.shutdownGraceMs,
    start: () => startService(definition, config),
  });
}
