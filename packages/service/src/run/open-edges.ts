import { type GrpcServer, serveGrpc, type Rpc } from '@tributary/grpc';
import { observeTraced } from '@tributary/metrics';
import { mapMongoError } from '@tributary/mongo';
import { currentSpan, keptTraceId } from '@tributary/tracing';
import { MINUTE_MS, SECOND_MS } from '@tributary/units';
import { throttleReports } from '@tributary/work';
import { CALL_TERMS } from '../call-deadline.ts';
import { type BaseConfig } from '../config.ts';
import { openRequestAudit } from '../http/audit.ts';
import { openIdempotency } from '../http/idempotency.ts';
import { type Route, route } from '../http/route.ts';
import { createApp } from '../http/serve-http.ts';
import { closeServer, listen, portOf } from '../http/server.ts';
import { recogniseCallers } from '../http/service-caller.ts';
import { type OwnState } from '../state/own-state.ts';
import { serviceStateRoute } from '../state/state-route.ts';
import { type App } from './app.ts';
import { type Platform } from './platform.ts';
import { noteRefusedCall, type RefusedServiceCall } from './refused-call.ts';

interface Parts {
  readonly config: BaseConfig;
  readonly platform: Platform;
  readonly app: App;
  readonly state: Pick<OwnState, 'read'>;
  readonly isClosing: () => boolean;
}

/** Where a process answers calls. */
export interface Edges {
  readonly url: string;
  readonly httpPort: number | undefined;
  readonly grpcPort: number | undefined;
  /** Accepts no further calls; ends those that take longer than the settings allow. */
  close(): Promise<void>;
}

/** A worker has no port but that of operations. */
export const noEdges: Edges = {
  url: '',
  httpPort: undefined,
  grpcPort: undefined,
  close: () => Promise.resolve(),
};

const documentRoute = (config: BaseConfig, app: App): Route =>
  route({
    operationId: 'getServiceDocument',
    method: 'get',
    path: '/openapi.json',
    summary: 'This service’s part of the API document',
    allow: 'public',
    internal: true,
    handle: async () => {
      // Loaded for those who read the document.
      const { serviceDocument } = await import('../http/service-document.ts');
      return serviceDocument(config.service, app);
    },
  });

/** An engine that is down is `unavailable` to gRPC callers as well. */
const withKnownErrors = (declared: Rpc): Rpc => ({
  ...declared,
  handle: (request) =>
    declared.handle(request).catch((error: unknown) => {
      throw mapMongoError(error);
    }),
});

/** Of a caller that sets no deadline, ms. */
const MAX_RPC_MS = MINUTE_MS;

type OnRefused = (refused: RefusedServiceCall) => void;

async function openHttp({ config, platform, app, state }: Parts, onRefused: OnRefused) {
  const { log, metrics, verifier, clock, mongo, tokens } = platform;
  const { proofTerms } = config;
  const idempotency = openIdempotency(mongo);
  const common = [documentRoute(config, app), serviceStateRoute(state)];
  const routes = [...(app.routes ?? []), ...common];
  const audit = openRequestAudit({ service: config.service, mongo, log });
  const recogniseCaller = recogniseCallers({ tokens, onRefused });
  const { withinDeadline } = platform.calls;
  const known = { log, metrics, verifier, proofTerms, clock, recogniseCaller, idempotency };
  const options = { ...known, withinDeadline };
  const address = { host: config.listenHost, port: config.ports.http };
  return listen(createApp({ routes, ...options, audit }), address, config.innerTls);
}

async function openGrpc(
  { config, platform, app, isClosing }: Parts,
  onRefused: OnRefused,
): Promise<GrpcServer | undefined> {
  const { log, metrics, tokens } = platform;
  const { withinDeadline } = platform.calls;
  const rpcs = (app.rpcs ?? []).map(withKnownErrors);
  if (rpcs.length === 0) return undefined;
  // What an outage refuses is a line a minute, that of the newest call.
  const noteRefusal = throttleReports<object>(MINUTE_MS, (line, count) => {
    log.warn({ ...line, count }, 'call');
  });
  return serveGrpc({
    host: config.listenHost,
    port: config.ports.grpc,
    rpcs,
    tokens,
    tls: config.innerTls,
    withinDeadline: (maxMs, work) =>
      withinDeadline({ ...CALL_TERMS, maxMs: Math.min(maxMs, MAX_RPC_MS) }, work),
    onUnexpected: (where, error) => {
      metrics.unexpectedErrors.inc({ where });
      log.error({ err: error, where }, 'unexpected error');
    },
    onRefused: (facts) => {
      onRefused({ transport: 'grpc', operation: facts.rpc, ...facts });
    },
    onAnswered: ({ isOutage, ...facts }) => {
      const { rpc, code, ms } = facts;
      observeTraced(metrics.rpcDuration, {
        labels: { rpc, code },
        value: ms / SECOND_MS,
        traceId: keptTraceId(currentSpan()),
      });
      const line = { ...facts, ms: Math.round(ms * 100) / 100 };
      if (isOutage) noteRefusal(line);
      else log.info(line, 'call');
    },
    isReady: () => !isClosing(),
  });
}

/** Serves the routes and RPCs of a service. */
export async function openEdges(parts: Parts): Promise<Edges> {
  const { config, platform } = parts;
  const onRefused: OnRefused = (refused) => {
    noteRefusedCall(platform, refused);
  };
  const http = await openHttp(parts, onRefused);
  const grpc = await openGrpc(parts, onRefused);
  const scheme = config.innerTls === undefined ? 'http' : 'https';
  return {
    url: `${scheme}://127.0.0.1:${String(portOf(http))}`,
    httpPort: portOf(http),
    grpcPort: grpc?.port,
    close: async () => {
      const { shutdownGraceMs: graceMs, shutdownDrainMs: drainMs } = config;
      await Promise.all([closeServer(http, graceMs, drainMs), grpc?.close(graceMs)]);
    },
  };
}
