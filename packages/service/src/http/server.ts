import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, Server as TlsServer } from 'node:https';
import { type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { type InnerTls } from '@tributary/grpc';
import { endStreams } from './send-stream.ts';

const SWEEP_MS = 50;

/** As node marks the connection of a running request; it has no public way to find its response. */
type HttpSocket = Socket & { readonly _httpMessage?: ServerResponse | null };

/** The connections of each server. */
const connections = new WeakMap<Server, Set<HttpSocket>>();

/** Notes the connections of a server from its start, so that `closeServer` can end each without a loss. */
export function followConnections(server: Server): void {
  const open = new Set<HttpSocket>();
  connections.set(server, open);
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
}

/** Where a server listens. */
export interface ListenAddress {
  readonly host: string;
  /** 0 means a free port. */
  readonly port: number;
}

/** Opens `server` at an address. @throws the error of the system, such as EADDRINUSE */
export const listenAt = (server: Server, { host, port }: ListenAddress): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });

/** The port that a listening server has. */
export const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/**
 * Serves `app` over HTTP. Keep-alive lasts longer than the gateway’s, so that the gateway never uses a
 * closing socket.
 * @param tls with it, requests are encrypted, and callers need a certificate of its authority
 */
export async function listen(
  app: Parameters<typeof createServer>[1],
  address: ListenAddress,
  tls?: InnerTls,
): Promise<Server> {
  const timeouts = { keepAliveTimeout: 75_000, requestTimeout: 60_000 };
  const server =
    tls === undefined
      ? createServer(timeouts, app)
      : createTlsServer({ ...timeouts, ...tls, requestCert: true }, app);
  followConnections(server);
  await listenAt(server, address);
  return server;
}

const lastOfItsConnection: RequestListener = (_req, res) => {
  res.shouldKeepAlive = false;
};

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.getConnections((error, count) => {
      resolve(error === null ? count : 0);
    });
  });

/**
 * Ends each connection by its next response, whose header announces it, that of a running request included. A client that sends
 * a request at the moment in which its idle connection is closed cannot know whether the request was handled.
 */
function announceEnd(server: Server): void {
  server.prependListener('request', lastOfItsConnection);
  server.prependListener('checkContinue', lastOfItsConnection);
  for (const { _httpMessage: running } of connections.get(server) ?? []) {
    if (running?.headersSent === false) running.shouldKeepAlive = false;
  }
}

/** Waits until all connections have ended, for at most `drainMs`. */
async function drain(server: Server, drainMs: number): Promise<void> {
  const until = performance.now() + drainMs;
  while (performance.now() < until && (await connectionsOf(server)) > 0) await pause(SWEEP_MS);
}

/**
 * Waits until what had arrived on any connection is read: a connection whose request was not read yet looks idle. The
 * first turn may belong to the current round of the event loop, which has read already.
 */
async function readArrived(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

/**
 * Finishes the running requests, for at most `graceMs`, then closes every connection. Streams end
 * at once.
 * @param drainMs for how long idle connections may take one more request before
 */
export async function closeServer(server: Server, graceMs: number, drainMs = 0): Promise<void> {
  endStreams();
  announceEnd(server);
  if (drainMs > 0) await drain(server, drainMs);
  await readArrived();
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  // Those that were begun meanwhile.
  endStreams();
  // A keep-alive connection is idle only after its last response.
  const sweep = setInterval(() => {
    void readArrived().then(() => {
      server.closeIdleConnections();
      closeUnused(server);
    });
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
