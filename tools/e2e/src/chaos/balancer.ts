import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** An instance behind a balancer. */
export interface Target {
  readonly port: number;
  /** False from before its stop until it is ready again; it then gets no new connection. */
  readonly isReady: () => boolean;
}

export interface Balancer {
  readonly port: number;
  /** Names the instances, which may start after the balancer. */
  setTargets: (targets: readonly Target[]) => void;
  close: () => void;
}

const HOST = '127.0.0.1';

/** Gives each new connection to the next instance that is ready and accepts it, as a Service of Kubernetes does. */
export async function openBalancer(): Promise<Balancer> {
  let targets: readonly Target[] = [];
  let turn = 0;
  const open = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    return socket.on('error', () => undefined).on('close', () => open.delete(socket));
  };
  const candidates = (): Target[] => {
    turn += 1;
    const ready = targets.filter(({ isReady }) => isReady());
    return ready.map((_, index) => ready[(index + turn) % ready.length]!);
  };
  const pass = (client: Socket, [target, ...others]: readonly Target[]): void => {
    if (target === undefined) {
      client.destroy();
      return;
    }
    const instance = keep(connect(target.port, HOST));
    let isConnected = false;
    instance.once('connect', () => {
      isConnected = true;
      client.pipe(instance).pipe(client);
    });
    instance.once('close', () => {
      if (isConnected) client.destroy();
      else pass(client, others);
    });
    client.once('close', () => instance.destroy());
  };
  const server = createServer({ pauseOnConnect: true }, (client) => {
    pass(keep(client), candidates());
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    setTargets: (added) => {
      targets = added;
    },
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
