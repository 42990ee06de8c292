import { createServer, type Server } from 'node:http';
import { type Socket } from 'node:net';
import { endStreams } from './send-stream.ts';

const SWEEP_MS = 50;

/** The connections of each server. */
const connections = new WeakMap<Server, Set<Socket>>();

/**
 * Listens on `port`. Keep-alive lasts longer than the gateway’s, so that the gateway never uses a
 * closing socket.
 */
export async function listen(
  app: Parameters<typeof createServer>[1],
  port: number,
): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 75_000, requestTimeout: 60_000 }, app);
  const open = new Set<Socket>();
  connections.set(server, open);
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return server;
}

/**
 * Finishes the running requests, for at most `graceMs`, then closes every connection. Streams end
 * at once.
 */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  endStreams();
  // A keep-alive connection is idle only after its last response.
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    closeUnused(server);
  }, SWEEP_MS);
  const force = setTimeout(() => {
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(force);
}

/**
 * Node counts a connection as busy before its first request; clients hold such connections in
 * reserve.
 */
function closeUnused(server: Server): void {
  for (const socket of connections.get(server) ?? []) {
    if (socket.bytesRead === 0) socket.destroy();
  }
}
