import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A proxy to an engine that can be cut: open connections break, new ones are refused. */
export async function openWay(engineUrl: string) {
  const { hostname, port } = new URL(engineUrl);
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const engine = connect(Number(port), hostname);
    for (const socket of [client, engine]) sockets.push(socket.on('error', () => undefined));
    client.pipe(engine).pipe(client);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
