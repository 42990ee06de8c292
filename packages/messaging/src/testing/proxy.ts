import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * What to do with a broker's response. `swallow` leaves the client waiting, `cut` closes its
 * connection.
 */
export type Fault = 'forward' | 'swallow' | 'cut';

/** A proxy between a client and an engine that injects network faults. */
export interface Proxy {
  readonly address: string;
  /** Decides over each response of a Kafka broker by its request's API key; 0 is Produce. */
  onAnswer: ((apiKey: number) => Fault) | undefined;
  /** While true, connections are refused; setting it cuts the open ones. */
  setDown(isDown: boolean): void;
  /** While true, nothing passes on any connection, as with an engine whose process is stopped. */
  setFrozen(isFrozen: boolean): void;
  /** A socket to the engine through the proxy. */
  readonly connect: () => Socket;
  close(): Promise<void>;
}

/** Set `speaksKafka` for a proxy that decides over responses. */
export async function openProxy(target: string, speaksKafka = false): Promise<Proxy> {
  const [host = '127.0.0.1', port = '0'] = target.split(':');
  const open = new Set<Socket>();
  const pairs = new Set<readonly [Socket, Socket]>();
  let isDown = false;
  let isFrozen = false;
  const server = createServer((client) => {
    if (isDown) {
      client.destroy();
      return;
    }
    const engine = connect(Number(port), host);
    for (const socket of [client, engine]) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        client.destroy();
        engine.destroy();
      });
    }
    if (speaksKafka) passFrames(client, engine, (apiKey) => proxy.onAnswer?.(apiKey) ?? 'forward');
    else {
      const pair = [client, engine] as const;
      pairs.add(pair);
      client.once('close', () => pairs.delete(pair));
      if (!isFrozen) client.pipe(engine).pipe(client);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const ownPort = typeof address === 'object' && address !== null ? address.port : 0;
  const cutAll = () => {
    for (const socket of open) socket.destroy();
  };
  const proxy: Proxy = {
    address: `127.0.0.1:${String(ownPort)}`,
    onAnswer: undefined,
    setDown: (down) => {
      isDown = down;
      if (down) cutAll();
    },
    setFrozen: (frozen) => {
      isFrozen = frozen;
      for (const [client, engine] of pairs) {
        if (frozen) {
          client.unpipe().pause();
          engine.unpipe().pause();
        } else client.pipe(engine).pipe(client);
      }
    },
    connect: () => connect(ownPort, '127.0.0.1'),
    close: async () => {
      server.close();
      cutAll();
      await once(server, 'close');
    },
  };
  return proxy;
}

function passFrames(client: Socket, engine: Socket, decide: (apiKey: number) => Fault): void {
  const apiOfRequest = new Map<number, number>();
  const requests = frames((frame) => {
    apiOfRequest.set(frame.readInt32BE(8), frame.readInt16BE(4));
  });
  client.on('data', (data) => {
    requests(data);
    engine.write(data);
  });
  const answers = frames((frame) => {
    const fault = decide(apiOfRequest.get(frame.readInt32BE(4)) ?? -1);
    if (fault === 'forward') client.write(frame);
    if (fault === 'cut') client.destroy();
  });
  engine.on('data', answers);
}

/** Cuts a stream into Kafka's frames: four bytes of length, then so many bytes. */
function frames(take: (frame: Buffer) => void): (data: Buffer) => void {
  let rest = Buffer.alloc(0);
  return (data) => {
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 4) {
      const length = rest.readInt32BE(0) + 4;
      if (rest.length < length) return;
      take(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}
