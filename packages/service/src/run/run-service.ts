import { setTimeout as sleep } from 'node:timers/promises';
import { serveGrpc, type Rpc } from '@tributary/grpc';
import { type Consumer } from '@tributary/messaging';
import { mapMongoError } from '@tributary/mongo';
import { type RunningWorker, startWorker, type Worker } from '../background/worker.ts';
import { startSchedule, type Schedule } from '../background/schedule.ts';
import { type BaseConfig } from '../config.ts';
import { openLog } from '../log.ts';
import { openRequestAudit } from '../http/audit.ts';
import { openIdempotency } from '../http/idempotency.ts';
import { openApiPaths } from '../http/openapi.ts';
import { type Route, route } from '../http/route.ts';
import { createApp } from '../http/serve-http.ts';
import { closeServer, listen, portOf } from '../http/server.ts';
import { recogniseCallers } from '../http/service-caller.ts';
import { serveOps } from './ops-server.ts';
import { openPlatform, type Platform } from './platform.ts';
import { configOrExit, runProcess, type RunningProcess } from './run-process.ts';
import { noteRefusedCall, type RefusedServiceCall } from './refused-call.ts';
import { createTopicsSoon, topicsOf } from './topics.ts';

/** A service’s table of contents: what it serves, consumes and runs in the background. */
export interface App {
  readonly routes?: readonly Route[];
  readonly rpcs?: readonly Rpc[];
  readonly consumers?: readonly Consumer[];
  readonly schedules?: readonly Schedule[];
  readonly workers?: readonly Worker[];
  /** What it sends to its users' servers, as the `webhooks` of an OpenAPI document. */
  readonly webhooks?: Readonly<Record<string, object>>;
}

/** What a composition root returns. */
export interface OpenedDeps {
  /** Closes what deps.ts opened, in reverse order. */
  close(): Promise<void>;
}

export interface ServiceDefinition<Config extends BaseConfig, Deps extends OpenedDeps> {
  readonly config: () => Config;
  readonly openDeps: (config: Config, platform: Platform) => Promise<Deps>;
  readonly app: (deps: Deps) => App;
}

/** A started service, as tests hold it. */
export interface RunningService extends RunningProcess {
  readonly url: string;
  readonly grpcPort: number;
  /** Where health and metrics are. */
  readonly opsUrl: string;
  readonly workers: ReadonlyMap<string, RunningWorker>;
  readonly platform: Platform;
}

const documentRoute = (config: BaseConfig, { routes = [], webhooks }: App): Route =>
  route({
    operationId: 'getServiceDocument',
    method: 'get',
    path: '/openapi.json',
    summary: 'This service’s part of the API document',
    allow: 'public',
    internal: true,
    handle: () =>
      Promise.resolve({
        paths: openApiPaths(routes, config.service),
        ...(webhooks === undefined ? {} : { webhooks }),
      }),
  });

interface Parts<Config extends BaseConfig> {
  readonly config: Config;
  readonly platform: Platform;
  readonly app: App;
  readonly isClosing: () => boolean;
}

/** An engine that is down is `unavailable` to gRPC callers as well. */
const withKnownErrors = (declared: Rpc): Rpc => ({
  ...declared,
  handle: (request) =>
    declared.handle(request).catch((error: unknown) => {
      throw mapMongoError(error);
    }),
});

async function openEdges<Config extends BaseConfig>({
  config,
  platform,
  app,
  isClosing,
}: Parts<Config>) {
  const { log, metrics, verifier, clock, mongo, tokens } = platform;
  const routes = app.routes ?? [];
  const idempotency = openIdempotency(mongo);
  const all = [...routes, documentRoute(config, app)];
  const audit = openRequestAudit({ service: config.service, mongo, log });
  const onRefused = (refused: RefusedServiceCall): void => {
    noteRefusedCall({ log, metrics }, refused);
  };
  const recogniseCaller = recogniseCallers({ tokens, onRefused });
  const { proofTerms } = config;
  const options = { log, metrics, verifier, proofTerms, clock, recogniseCaller, idempotency };
  const http = await listen(
    createApp({ routes: all, ...options, audit }),
    {
      host: config.listenHost,
      port: config.ports.http,
    },
    config.innerTls,
  );
  const onUnexpected = (where: string, error: unknown): void => {
    metrics.unexpectedErrors.inc({ where });
    log.error({ err: error, where }, 'unexpected error');
  };
  const rpcs = (app.rpcs ?? []).map(withKnownErrors);
  const grpc =
    rpcs.length === 0
      ? undefined
      : await serveGrpc({
          host: config.listenHost,
          port: config.ports.grpc,
          rpcs,
          tokens,
          tls: config.innerTls,
          onUnexpected,
          onRefused: (facts) => {
            onRefused({ transport: 'grpc', operation: facts.rpc, ...facts });
          },
          onAnswered: (facts) => {
            log.info(facts, 'call');
          },
          isReady: () => !isClosing(),
        });
  return { http, grpc };
}

async function openBackground<Config extends BaseConfig>({ config, platform, app }: Parts<Config>) {
  const { log, metrics, mongo, bus } = platform;
  const handlers = app.consumers ?? [];
  await createTopicsSoon(bus, topicsOf(config.service, handlers), log);
  const relay = bus.relay(mongo);
  const consumer =
    handlers.length === 0
      ? undefined
      : await bus.consume(mongo, {
          group: config.service,
          handlers,
          sessionTimeoutMs: config.kafkaSessionTimeoutMs,
        });
  const schedules = (app.schedules ?? []).map((declared) =>
    startSchedule(declared, { mongo, log, metrics }),
  );
  const workers = new Map(
    (app.workers ?? []).map((declared) => [declared.name, startWorker(declared, { log, metrics })]),
  );
  return {
    workers,
    isLive: () => relay.health().live && (consumer?.health().live ?? true),
    joined: consumer?.joined ?? Promise.resolve(),
    close: async () => {
      for (const started of schedules) started.stop();
      await Promise.all([...workers.values()].map((started) => started.stop()));
      // Consumers first, then relays: what the consumers still committed is published.
      await bus.close();
    },
  };
}

/** Starts a service on an open platform. Tests call this with settings of their own. */
export async function startService<Config extends BaseConfig, Deps extends OpenedDeps>(
  definition: Omit<ServiceDefinition<Config, Deps>, 'config'>,
  config: Config,
): Promise<RunningService> {
  const platform = await openPlatform(config);
  const deps = await definition.openDeps(config, platform);
  let closing = false;
  const parts = { config, platform, app: definition.app(deps), isClosing: () => closing };
  const background = await openBackground(parts);
  const { http, grpc } = await openEdges(parts);
  let joined = false;
  // Requests that need no Kafka are served while it is down: an instance must not stay out because
  // of it.
  const graceOver = sleep(config.joinGraceMs, undefined, { ref: false });
  void Promise.race([background.joined, graceOver]).then(() => (joined = true));
  const notReady = async (): Promise<string[]> => {
    if (closing) return ['closing'];
    const mongoAway = await platform.mongo.ping().then(
      () => false,
      () => true,
    );
    return [...(mongoAway ? ['mongo'] : []), ...(joined ? [] : ['consumers'])];
  };
  const { registry } = platform.metrics;
  const ops = await serveOps({
    address: { host: config.listenHost, port: config.ports.ops },
    registry,
    isLive: background.isLive,
    notReady,
  });
  platform.log.info({ http: portOf(http), grpc: grpc?.port, ops: portOf(ops) }, 'started');

  const close = async (): Promise<void> => {
    closing = true;
    await Promise.all([
      closeServer(http, config.shutdownGraceMs),
      grpc?.close(config.shutdownGraceMs),
    ]);
    await background.close();
    await deps.close();
    await platform.close();
    await closeServer(ops, 0);
  };
  return {
    url: `${config.innerTls === undefined ? 'http' : 'https'}://127.0.0.1:${String(portOf(http))}`,
    grpcPort: grpc?.port ?? 0,
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
    log,
    graceMs: config.shutdownGraceMs,
    start: () => startService(definition, config),
  });
}
