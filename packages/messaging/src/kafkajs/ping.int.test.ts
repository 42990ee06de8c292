import { connect, type Socket } from 'node:net';
import { createWorld } from '../testing/world.ts';

/** A description of so many topics takes several times as much. */
const ANSWERS_BYTES = 3_000;

it('reads nothing of the topics, however many the cluster has', async () => {
  const world = await createWorld(process.env);
  const names = Array.from({ length: 60 }, (_, index) => `tracking.clicks.${String(index)}`);
  await world.port.createTopics(names.map((name) => ({ name, partitions: 3 })));
  const sockets: Socket[] = [];
  const bus = world.openBus({
    connect: (host, port) => {
      const socket = connect(port, host);
      sockets.push(socket);
      return socket;
    },
  });
  await bus.isReachable();
  await bus.isReachable();
  const read = sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(ANSWERS_BYTES);
  await world.close();
});
