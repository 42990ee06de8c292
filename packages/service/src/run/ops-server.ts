import { createServer, type Server } from 'node:http';
import { type Registry } from '@tributary/metrics';
import { type ListenAddress, listenAt } from '../http/server.ts';

export interface OpsOptions {
  readonly address: ListenAddress;
  readonly registry: Registry;
  /** False when the process makes no progress and should be restarted. */
  readonly isLive: () => boolean;
  /** The names of parts that are not ready; empty when all are. */
  readonly notReady: () => Promise<readonly string[]> | readonly string[];
  /** The names of parts that are away, without which it serves with less. */
  readonly degraded: () => readonly string[];
}

/** Serves `/health/live`, `/health/ready` and `/metrics` on a port that the gateway never forwards to. */
export async function serveOps(options: OpsOptions): Promise<Server> {
  const { registry, isLive, notReady, degraded } = options;
  const answer = async (path: string): Promise<[status: number, type: string, body: string]> => {
    const json = 'application/json; charset=utf-8';
    if (path === '/health/live') {
      const live = isLive();
      return [live ? 200 : 503, json, JSON.stringify({ status: live ? 'live' : 'stuck' })];
    }
    if (path === '/health/ready') {
      const missing = await notReady();
      const status = missing.length === 0 ? 'ready' : 'not_ready';
      return [
        missing.length === 0 ? 200 : 503,
        json,
        JSON.stringify({ status, not_ready: missing, degraded: degraded() }),
      ];
    }
    if (path === '/metrics') return [200, registry.contentType, await registry.metrics()];
    return [404, json, JSON.stringify({ error: 'not_found' })];
  };
  const server = createServer((req, res) => {
    answer(req.url ?? '').then(
      ([status, type, body]) => {
        res.writeHead(status, { 'content-type': type }).end(body);
      },
      () => {
        res.writeHead(500).end();
      },
    );
  });
  await listenAt(server, options.address);
  return server;
}
