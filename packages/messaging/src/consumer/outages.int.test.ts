import { openProxy, type Proxy } from '../testing/proxy.ts';
import {
  createWorld,
  type Note,
  notesNumbered,
  noteStore,
  noteTaken,
  until,
  type World,
} from '../testing/world.ts';
import { consumer, type HandledEvent } from './handlers.ts';

const TOPIC = 'tracking.conversions';

describe('a consumer', () => {
  let world: World;
  const proxies: Proxy[] = [];
  beforeEach(async () => {
    world = await createWorld(process.env);
  });
  afterEach(async () => {
    await world.close();
    await Promise.all(proxies.splice(0).map((proxy) => proxy.close()));
  });

  const proxied = async (target: string) => {
    const proxy = await openProxy(target);
    proxies.push(proxy);
    return proxy;
  };

  const consume = (store: { apply(event: HandledEvent<Note>): Promise<void> }) =>
    world.openBus().consume(world.mongo, {
      group: 'reader',
      sessionTimeoutMs: 6_000,
      handlers: [consumer(noteTaken, (event) => store.apply(event))],
    });

  const expectOnce = async (store: ReturnType<typeof noteStore>, count: number) => {
    const all = [...(await store.all()).values()];
    expect(all).toHaveLength(count);
    expect(all.filter(({ times }) => times !== 1)).toEqual([]);
    expect(await world.read(`${TOPIC}.dead`)).toEqual([]);
  };

  it('rejoins after an outage of Kafka, and the relay continues where it was', async () => {
    const proxy = await proxied(world.broker);
    const bus = world.openBus({ connect: proxy.connect });
    const store = noteStore(world.mongo);
    bus.relay(world.mongo);
    const running = await bus.consume(world.mongo, {
      group: 'reader',
      sessionTimeoutMs: 6_000,
      handlers: [consumer(noteTaken, store.apply)],
    });
    await running.joined;
    await world.publish(...notesNumbered(50).map(noteTaken));
    await until('it is at work', async () => (await store.count()) > 0);
    proxy.setDown(true);
    await world.publish(...notesNumbered(50, 50).map(noteTaken));
    await until('it noticed', () => running.health().detail === 'joining');
    proxy.setDown(false);
    await until('all were handled', async () => (await store.count()) === 100);
    await expectOnce(store, 100);
    expect(running.health().live).toBe(true);
  });

  it('waits while MongoDB is down, and dead-letters nothing', async () => {
    const address = new URL(world.mongoUrl).host;
    const proxy = await proxied(address);
    const mongo = await world.openMongo(`mongodb://${proxy.address}/?directConnection=true`);
    const store = noteStore(mongo);
    const bus = world.openBus();
    const running = await bus.consume(mongo, {
      group: 'reader',
      sessionTimeoutMs: 6_000,
      handlers: [consumer(noteTaken, store.apply)],
    });
    await running.joined;
    bus.relay(world.mongo);
    await world.publish(...notesNumbered(20).map(noteTaken));
    await until('it is at work', async () => (await noteStore(world.mongo).count()) === 20);
    proxy.setDown(true);
    await world.publish(...notesNumbered(200, 20).map(noteTaken));
    const begun = performance.now();
    await expect(store.apply({ data: { id: 'x' } } as HandledEvent<Note>)).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'database_unavailable',
    });
    expect(performance.now() - begun).toBeLessThan(3_000);
    expect(running.health()).toEqual({ live: true, detail: 'consuming' });
    proxy.setDown(false);
    await until('all were handled', async () => (await noteStore(world.mongo).count()) === 220);
    await expectOnce(noteStore(world.mongo), 220);
  });

  it('keeps its place in the group through a handler slower than the session', async () => {
    const begun: string[] = [];
    const store = noteStore(world.mongo);
    const slow = {
      apply: async (event: HandledEvent<Note>) => {
        begun.push(event.data.id);
        if (event.data.text === 'slow') {
          await new Promise((resolve) => setTimeout(resolve, 7_500));
        } else await store.apply(event);
      },
    };
    const bus = world.openBus();
    const running = await bus.consume(world.mongo, {
      group: 'reader',
      sessionTimeoutMs: 6_000,
      handlers: [consumer(noteTaken, slow.apply, { alone: true })],
    });
    await running.joined;
    bus.relay(world.mongo);
    await world.publish(noteTaken({ id: 'a', text: 'slow' }), noteTaken({ id: 'a', text: 'next' }));
    await until('the next one was handled', async () => (await store.count()) === 1, 20_000);
    expect(begun).toEqual(['a', 'a']);
  });

  it('loses and repeats nothing while instances join and leave', async () => {
    const store = noteStore(world.mongo);
    world.openBus().relay(world.mongo);
    const stay = await consume(store);
    await stay.joined;
    const publishing = (async () => {
      for (let at = 0; at < 1_500; at += 50) {
        await world.publish(...notesNumbered(50, at).map(noteTaken));
      }
    })();
    for (let round = 0; round < 3; round += 1) {
      const guest = await consume(store);
      await guest.joined;
      const before = await store.count();
      await until('work went on', async () => {
        const now = await store.count();
        return now > before || now === 1_500;
      });
      await guest.stop();
    }
    await publishing;
    await until('all were handled', async () => (await store.count()) === 1_500);
    await expectOnce(store, 1_500);
  });
});
