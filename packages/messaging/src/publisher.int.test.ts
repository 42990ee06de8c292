import { openProxy, type Proxy } from './testing/proxy.ts';
import { createWorld, noteCounted, notesNumbered, until, type World } from './testing/world.ts';

const TOPIC = 'tracking.clicks';

describe('the publisher', () => {
  let world: World;
  let proxy: Proxy;
  beforeEach(async () => {
    world = await createWorld(process.env);
    proxy = await openProxy(world.broker, true);
  });
  afterEach(async () => {
    await world.close();
    await proxy.close();
  });

  it('resolves when Kafka has the event, and sends what arrives during a send together', async () => {
    let sends = 0;
    proxy.onAnswer = (apiKey) => {
      if (apiKey === 0) sends += 1;
      return 'forward';
    };
    const publisher = world.openBus({ connect: proxy.connect }).publisher();
    const first = { ...noteCounted({ id: 'first' }), id: 'own-id', occurredAt: new Date(5_000) };
    await publisher.send(first);
    await Promise.all(notesNumbered(500).map((note) => publisher.send(noteCounted(note))));
    expect(publisher.queued()).toBe(0);
    const messages = await world.read(TOPIC);
    // A partition that is not ready yet, under load, makes the client repeat what the others took.
    expect(new Set(messages.map(({ headers }) => headers['ce_id'])).size).toBe(501);
    const own = messages.find(({ key }) => key === 'first');
    expect(own?.headers).toMatchObject({ ce_id: 'own-id', ce_time: '1970-01-01T00:00:05.000Z' });
    expect(sends).toBeLessThan(20);
  });

  it('loses no acknowledged event when responses of the broker are lost under parallel sends', async () => {
    let produced = 0;
    proxy.onAnswer = (apiKey) => {
      if (apiKey !== 0) return 'forward';
      produced += 1;
      return produced % 4 === 0 ? 'cut' : 'forward';
    };
    const publisher = world.openBus({ connect: proxy.connect }).publisher();
    const acknowledged: string[] = [];
    const sendAll = async (from: number) => {
      for (const note of notesNumbered(25, from)) {
        await publisher.send(noteCounted(note));
        acknowledged.push(note.id);
      }
    };
    await Promise.all(Array.from({ length: 8 }, (_, sender) => sendAll(sender * 25)));
    expect(acknowledged).toHaveLength(200);
    const present = new Set((await world.read(TOPIC)).map(({ key }) => key));
    expect(acknowledged.filter((id) => !present.has(id))).toEqual([]);
  });

  it('refuses at once when too many wait, and after the time limit when Kafka stays down', async () => {
    proxy.setDown(true);
    const bus = world.openBus({ connect: proxy.connect });
    const publisher = bus.publisher({ maxQueued: 5, retryForMs: 1_500 });
    const begun = performance.now();
    const waiting = notesNumbered(5).map((note) => publisher.send(noteCounted(note)));
    const settled = Promise.allSettled(waiting);
    await expect(publisher.send(noteCounted({ id: 'more' }))).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'publish_queue_full',
    });
    const codes = (await settled).map((one) => (one as { reason: { code: string } }).reason.code);
    expect(codes).toEqual(Array.from({ length: 5 }, () => 'not_acknowledged'));
    expect(performance.now() - begun).toBeLessThan(6_000);
    expect(publisher.queued()).toBe(0);
  });

  it('makes one attempt where it may not repeat any', async () => {
    const publisher = world.openBus({ connect: proxy.connect }).publisher({ retryForMs: 0 });
    await publisher.send(noteCounted({ id: 'before' }));
    let produced = 0;
    proxy.onAnswer = (apiKey) => {
      if (apiKey === 0) produced += 1;
      return apiKey === 0 ? 'cut' : 'forward';
    };
    await expect(publisher.send(noteCounted({ id: 'during' }))).rejects.toMatchObject({
      code: 'not_acknowledged',
    });
    expect(produced).toBe(1);
    proxy.onAnswer = undefined;
    await until('it sends again', () =>
      publisher.send(noteCounted({ id: 'after' })).then(
        () => true,
        () => false,
      ),
    );
  });

  it('continues when Kafka is back within the time limit', async () => {
    proxy.setDown(true);
    const publisher = world.openBus({ connect: proxy.connect }).publisher();
    const sent = publisher.send(noteCounted({ id: 'patient' }));
    await until('it waits', () => publisher.queued() === 1);
    proxy.setDown(false);
    await sent;
    expect((await world.read(TOPIC)).map(({ key }) => key)).toEqual(['patient']);
  });

  it('sends again soon after a broker answers that had accepted connections and answered nothing', async () => {
    const publisher = world.openBus({ connect: proxy.connect }).publisher({ retryForMs: 1_000 });
    await publisher.send(noteCounted({ id: 'before' }));
    proxy.onAnswer = () => 'swallow';
    const lost = publisher.send(noteCounted({ id: 'during' }));
    await expect(lost).rejects.toMatchObject({ code: 'not_acknowledged' });
    const hanging = publisher.send(noteCounted({ id: 'hanging' }));
    await until('it is sent', () => publisher.queued() === 1);
    proxy.onAnswer = undefined;
    const back = performance.now();
    await hanging.catch(() => undefined);
    await publisher.send(noteCounted({ id: 'after' }));
    expect(performance.now() - back).toBeLessThan(10_000);
  });

  it('sets aside what no consumer could read, unchanged', async () => {
    const bytes = Buffer.from('{"id":7, torn');
    const publisher = world.openBus().publisher();
    const error = new Error('it does not fit its schema');
    await publisher.setAside({ eventType: noteCounted, id: 'own-id', bytes, error });
    const [letter] = await world.read(`${TOPIC}.dead`);
    expect(letter?.value).toEqual(bytes);
    expect(letter?.headers).toMatchObject({
      ce_id: 'own-id',
      ce_type: 'note.counted.v1',
      'dead-topic': TOPIC,
      'dead-error': 'it does not fit its schema',
    });
  });
});
