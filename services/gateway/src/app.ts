import { closeServer, serveOps, stopInPhases } from '@tributary/service/edge';
import { type Config } from './config.ts';
import { type Deps, openDeps } from './deps.ts';
import { pageRoute, serviceRoutes } from './domain/service-routes.ts';
import { forwardRequest } from './features/forward-request/forward-request.ts';
import { getApiDocumentRoute } from './features/get-api-document/get-api-document.route.ts';
import { getDocsPageRoute } from './features/get-docs-page/get-docs-page.route.ts';
import { getDocsScriptRoute } from './features/get-docs-script/get-docs-script.route.ts';
import { getDocsStartupScriptRoute } from './features/get-docs-startup-script/get-docs-startup-script.route.ts';
import { getLivenessRoute } from './features/get-liveness/get-liveness.route.ts';
import { getReadinessRoute } from './features/get-readiness/get-readiness.route.ts';
import { startCallCountSync } from './features/sync-call-counts/sync-call-counts.schedule.ts';
import { startRequestLogWriter } from './features/write-request-log/write-request-log.schedule.ts';
import { openRequestHandler, type Served } from './workflows/handle-request.ts';
import { openHttpServer } from './workflows/http-server.ts';

/** The gateway's own endpoints, and the services' paths that it forwards. */
export function app(deps: Deps): Served {
  const health = [getLivenessRoute(), getReadinessRoute(deps)];
  return {
    endpoints: [
      ...health,
      getApiDocumentRoute(deps, health),
      getDocsPageRoute(deps),
      getDocsStartupScriptRoute(),
      getDocsScriptRoute(),
    ],
    routes: serviceRoutes,
    pageRoute,
    forward: forwardRequest(deps),
  };
}

export interface RunningGateway {
  readonly url: string;
  close(): Promise<void>;
}

export async function startGateway(config: Config): Promise<RunningGateway> {
  const deps = await openDeps(config);
  const callCountSync = startCallCountSync(deps);
  const requestLogWriter = startRequestLogWriter(deps);
  const listeners = openRequestHandler(deps, app(deps));
  const { server, port } = await openHttpServer(
    { host: config.listenHost, port: config.ports.http },
    listeners,
  );
  let isClosing = false;
  const ops = await serveOps({
    address: { host: config.listenHost, port: config.ports.ops },
    registry: deps.metrics.registry,
    isLive: () => true,
    notReady: () => (isClosing ? ['closing'] : []),
    degraded: deps.degradation.degraded,
  });
  deps.log.info({ http: port }, 'started');
  return {
    url: `http://127.0.0.1:${String(port)}`,
    close: async () => {
      isClosing = true;
      const phases = await stopInPhases({
        calls: () => closeServer(server, config.shutdownGraceMs, config.shutdownDrainMs),
        callCounts: callCountSync.stop,
        requestLog: requestLogWriter.stop,
        deps: deps.close,
        operations: () => closeServer(ops, 0),
      });
      deps.log.info({ phases }, 'stopped');
    },
  };
}
