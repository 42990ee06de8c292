import { conflict, notFound, unavailable } from '@tributary/errors';
import type { OutgoingMessage } from '../port.ts';
import { createWorld, noteStore, noteTaken, until, type World } from '../testing/world.ts';
import { consumer } from './handlers.ts';

const TOPIC = 'tracking.conversions';

describe('an event that cannot be handled', () => {
  let world: World;
  beforeEach(async () => {
    world = await createWorld(process.env);
  });
  afterEach(() => world.close());

  const raw = (id: string, value: string | null, more: Record<string, string> = {}) =>
    ({
      topic: TOPIC,
      key: id,
      value,
      headers: {
        ce_id: `event-${id}`,
        ce_type: 'note.taken.v1',
        ce_time: new Date().toISOString(),
        ...more,
      },
    }) satisfies OutgoingMessage;

  const send = async (...messages: OutgoingMessage[]) => {
    const producer = await world.port.openProducer({ idempotent: false });
    await producer.send(messages);
    await producer.close();
  };

  it('goes to the dead-letter topic when it is unreadable, and delays no other event', async () => {
    const store = noteStore(world.mongo);
    const running = await world.openBus().consume(world.mongo, {
      group: 'reader',
      handlers: [consumer(noteTaken, store.apply)],
    });
    await running.joined;
    const begun = performance.now();
    const good = (id: string) => raw(id, JSON.stringify({ id }));
    await send(
      good('g1'),
      raw('json', '{"id":'),
      good('g2'),
      raw('schema', '{"id":5}'),
      raw('null', null),
      raw('time', '{"id":"x"}', { ce_time: 'tomorrow' }),
      { topic: TOPIC, key: 'foreign', value: 'hello', headers: {} },
      raw('large', JSON.stringify({ id: 7, pad: 'x'.repeat(990_000) })),
      good('g3'),
    );
    await until('the good ones were handled', async () => (await store.count()) === 3);
    let dead = await world.read(`${TOPIC}.dead`);
    await until('the bad ones are dead letters', async () => {
      dead = await world.read(`${TOPIC}.dead`);
      return dead.length === 6;
    });
    expect(performance.now() - begun).toBeLessThan(10_000);
    expect(dead.map(({ key }) => key).sort()).toEqual(
      ['foreign', 'json', 'large', 'null', 'schema', 'time'].sort(),
    );
    const json = dead.find(({ key }) => key === 'json')!;
    expect(json.value?.toString()).toBe('{"id":');
    expect(json.headers).toMatchObject({
      ce_id: 'event-json',
      'dead-topic': TOPIC,
      'dead-partition': expect.stringMatching(/^\d$/),
      'dead-offset': expect.stringMatching(/^\d+$/),
      'dead-group': 'reader',
      'dead-error': expect.stringContaining('not JSON'),
      'dead-attempts': '1',
    });
  });

  it('goes there at once when the handler’s error shows that no retry can help', async () => {
    let calls = 0;
    const running = await world.openBus().consume(world.mongo, {
      group: 'reader',
      handlers: [
        consumer(noteTaken, () => {
          calls += 1;
          return Promise.reject(conflict('note_taken_already'));
        }),
      ],
    });
    await running.joined;
    await send(raw('a', '{"id":"a"}'));
    await until(
      'it is a dead letter',
      async () => (await world.read(`${TOPIC}.dead`)).length === 1,
    );
    // Once in the batch, once alone to be sure that this event failed.
    expect(calls).toBe(2);
    const [letter] = await world.read(`${TOPIC}.dead`);
    expect(letter?.headers['dead-error']).toContain('note_taken_already');
  });

  it('is retried, parked and dead-lettered on a TypeError in the handler, and the consumer continues', async () => {
    const store = noteStore(world.mongo);
    const running = await world.openBus().consume(world.mongo, {
      group: 'reader',
      maxAttempts: 4,
      handlers: [
        consumer(noteTaken, async (event) => {
          await store.apply(event);
          if (event.data.text === 'broken') (undefined as unknown as { call(): void }).call();
        }),
      ],
    });
    await running.joined;
    await send(
      raw('b', '{"id":"b","text":"broken"}'),
      raw('c', '{"id":"c","text":"fine"}'),
      raw('d', '{"id":"d","text":"fine"}'),
    );
    await until('the others were handled', async () => {
      const all = await store.all();
      return all.has('c') && all.has('d');
    });
    await until(
      'it is a dead letter',
      async () => (await world.read(`${TOPIC}.dead`)).length === 1,
    );
    const [letter] = await world.read(`${TOPIC}.dead`);
    expect(letter?.key).toBe('b');
    expect(letter?.headers).toMatchObject({ 'dead-attempts': '4' });
    expect(letter?.headers['dead-stack']).toContain('TypeError');
    expect(running.health()).toEqual({ live: true, detail: 'consuming' });
    const all = await store.all();
    expect([all.get('c')?.times, all.get('d')?.times]).toEqual([1, 1]);
    // Its own transaction had committed before the failure, and took effect once in all attempts.
    expect(all.get('b')?.times).toBe(1);
  });

  it('waits for what it needs; later events of its key wait too, and others are handled', async () => {
    const store = noteStore(world.mongo);
    let isThere = false;
    const running = await world.openBus().consume(world.mongo, {
      group: 'reader',
      handlers: [
        consumer(noteTaken, (event) => {
          if (event.data.text === 'first' && !isThere) throw notFound('note_not_found');
          return store.apply(event);
        }),
      ],
    });
    await running.joined;
    await send(
      raw('k', '{"id":"k","text":"first"}'),
      raw('k', '{"id":"k","text":"second"}', { ce_id: 'event-k2' }),
      raw('other', '{"id":"other"}'),
    );
    await until('the other key was handled', async () => (await store.all()).has('other'));
    await send(raw('k', '{"id":"k","text":"third"}', { ce_id: 'event-k3' }));
    await send(raw('later', '{"id":"later"}'));
    await until('a later key was handled', async () => (await store.all()).has('later'));
    expect(await store.textsOf('k')).toEqual([]);
    isThere = true;
    await until('all of the key were handled', async () => (await store.textsOf('k')).length === 3);
    expect(await store.textsOf('k')).toEqual(['first', 'second', 'third']);
    expect(await world.read(`${TOPIC}.dead`)).toEqual([]);
    await send(raw('k', '{"id":"k","text":"fourth"}', { ce_id: 'event-k4' }));
    await until('the key flows again', async () => (await store.textsOf('k')).length === 4);
  });

  it('is retried without end while something it needs is unavailable', async () => {
    let calls = 0;
    const running = await world.openBus().consume(world.mongo, {
      group: 'reader',
      maxAttempts: 3,
      handlers: [
        consumer(noteTaken, () => {
          calls += 1;
          return Promise.reject(unavailable('campaign_unavailable'));
        }),
      ],
    });
    await running.joined;
    await send(raw('u', '{"id":"u"}'));
    await until('it was tried often', () => calls > 5);
    expect(await world.read(`${TOPIC}.dead`)).toEqual([]);
  });

  it('neither reverts nor skips the other events of its batch', async () => {
    const store = noteStore(world.mongo);
    const running = await world.openBus().consume(world.mongo, {
      group: 'reader',
      handlers: [
        consumer(noteTaken, async (event) => {
          await store.apply(event);
          if (event.data.id === 'n57') throw conflict('fifty_seven');
        }),
      ],
    });
    const many = Array.from({ length: 120 }, (_, index) => {
      const id = `n${String(index)}`;
      return { ...raw(id, JSON.stringify({ id })), key: 'same' };
    });
    await send(...many);
    await running.joined;
    await until('all were handled', async () => (await store.count()) === 120);
    const all = await store.all();
    expect([...all.values()].filter(({ times }) => times !== 1)).toEqual([]);
    await until(
      'it is a dead letter',
      async () => (await world.read(`${TOPIC}.dead`)).length === 1,
    );
  });
});
