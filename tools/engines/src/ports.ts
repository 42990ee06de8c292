import { connect, createServer } from 'node:net';
import { EngineError } from './errors.ts';

const HOST = '127.0.0.1';

/** True when nothing listens on the port, of this address or of all. */
export const isPortFree = async (port: number): Promise<boolean> => {
  for (const host of [HOST, '0.0.0.0']) {
    if (!(await canListen(port, host))) return false;
  }
  return true;
};

const canListen = async (port: number, host: string): Promise<boolean> =>
  new Promise((done) => {
    const server = createServer();
    server.once('error', () => {
      done(false);
    });
    server.listen({ port, host, exclusive: true }, () => {
      server.close(() => {
        done(true);
      });
    });
  });

/** Throws one clear EngineError when something already listens on the port. */
export const requireFreePort = async (
  port: number,
  owner: string,
  setting: string,
): Promise<void> => {
  if (await isPortFree(port)) return;
  throw new EngineError(
    `Port ${String(port)} for ${owner} is taken`,
    `stop what listens there (lsof -i :${String(port)}) or set ${setting}`,
  );
};

/** Whether all ports are free. */
export const arePortsFree = async (ports: readonly number[]): Promise<boolean> => {
  const answers = await Promise.all(ports.map(async (port) => isPortFree(port)));
  return answers.every(Boolean);
};

/** Listens on a port until it is released, or the process ends; undefined where somebody else does. */
export const holdPort = async (port: number): Promise<(() => Promise<void>) | undefined> => {
  try {
    const server = await listen(port);
    return server.close;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return undefined;
    throw error;
  }
};

/** Ports that were free a moment ago, all different. */
export const findFreePorts = async (count: number): Promise<number[]> => {
  const servers = await Promise.all(Array.from({ length: count }, async () => listen(0)));
  const ports = servers.map((server) => server.port);
  await Promise.all(servers.map(async (server) => server.close()));
  return ports;
};

/** @param wanted a port; 0 for any */
const listen = async (wanted: number): Promise<{ port: number; close: () => Promise<void> }> =>
  new Promise((done, fail) => {
    const server = createServer();
    // The process may end while a port is held.
    server.unref();
    server.once('error', fail);
    server.listen({ port: wanted, host: HOST, exclusive: true }, () => {
      const address = server.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      done({
        port,
        close: async () =>
          new Promise((closed) => {
            server.close(() => {
              closed();
            });
          }),
      });
    });
  });

/** True when a TCP connection opens within the time. */
export const acceptsConnections = async (
  port: number,
  host = HOST,
  timeoutMs = 1000,
): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect({ port, host });
    const finish = (answer: boolean): void => {
      socket.destroy();
      done(answer);
    };
    socket.setTimeout(timeoutMs, () => {
      finish(false);
    });
    socket.once('connect', () => {
      finish(true);
    });
    socket.once('error', () => {
      finish(false);
    });
  });
