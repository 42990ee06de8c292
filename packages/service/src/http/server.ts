import { createServer, type Server } from 'node:http';
import { endStreams } from './send-stream.ts';

/** Listens on `port`. Keep-alive outlasts the gateway's, so that it never meets a closing socket. */
export async function listen(
  app: Parameters<typeof createServer>[1],
  port: number,
): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 75_000, requestTimeout: 60_000 }, app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, () => {
      server.off('error', reject);
      resolve();
    });
  });
  return server;
}

/** Finishes the requests under way, at most `graceMs`, then closes every connection. Streams end at once. */
export async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => {
      resolve();
    });
  });
  server.closeIdleConnections();
  endStreams();
  const force = setTimeout(() => {
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearTimeout(force);
}
