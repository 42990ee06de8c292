import express from 'express';
import { closeServer, listen, portOf, serveOps } from '@tributary/service/edge';
import { type Config } from './config.ts';
import { type Deps, openDeps } from './deps.ts';
import { getConsoleBrandRoute } from './features/get-console-brand/get-console-brand.route.ts';
import { getConsoleFileRoute } from './features/get-console-file/get-console-file.route.ts';
import { getConsolePageRoute } from './features/get-console-page/get-console-page.route.ts';

/** Everything that the console serves; the first endpoint that has an answer gives it. */
export const app = (deps: Deps) => ({
  endpoints: [getConsoleBrandRoute(deps), getConsoleFileRoute(deps), getConsolePageRoute(deps)],
});

export interface RunningConsole {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Opens the console's ports.
 * @param folder where the built files are; by default beside the bundle
 */
export async function startConsole(config: Config, folder?: string): Promise<RunningConsole> {
  const deps = await openDeps(config, folder);
  const { listenHost: host, ports, innerTls, shutdownDrainMs, shutdownGraceMs } = config;
  const server = express().disable('x-powered-by').set('etag', false);
  for (const { path, handle } of app(deps).endpoints) server.get(path, handle);
  const http = await listen(server, { host, port: ports.http }, innerTls);
  let isClosing = false;
  const ops = await serveOps({
    address: { host, port: ports.ops },
    registry: deps.metrics.registry,
    isLive: () => true,
    notReady: () => (isClosing ? ['closing'] : []),
    degraded: () => [],
  });
  deps.log.info({ http: portOf(http) }, 'started');
  return {
    url: `http://127.0.0.1:${String(portOf(http))}`,
    close: async () => {
      isClosing = true;
      await closeServer(http, shutdownGraceMs, shutdownDrainMs);
      await closeServer(ops, 0);
    },
  };
}
