import { randomUUID } from 'node:crypto';
import { SESSION_TIMEOUT_MS } from '../access.ts';
import { createWorld, until } from '../testing/world.ts';

const A_MINUTE_MS = 60_000;

it('hands over the first message after a silence at once, although a fetch may gather for long', async () => {
  const world = await createWorld(process.env);
  const producer = await world.port.openProducer({ idempotent: false });
  let received = 0;
  const group = world.port.runGroup({
    groupId: randomUUID(),
    topics: ['tracking.clicks'],
    sessionTimeoutMs: SESSION_TIMEOUT_MS,
    gather: { minBytes: 1_048_576, maxWaitMs: A_MINUTE_MS },
    handle: ({ messages, resolve }) => {
      received += messages.length;
      for (const { offset } of messages) resolve(offset);
      return Promise.resolve();
    },
  });
  await group.joined;
  await producer.send([{ topic: 'tracking.clicks', key: 'a', value: '{}', headers: {} }]);
  await until('the message is handed over', () => received === 1, 10_000);
  await group.stop();
  await producer.close();
  await world.close();
});
