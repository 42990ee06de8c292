import { conflict } from '@tributary/errors';
import { consumer, type HandledEvent } from './consumer/handlers.ts';
import { readEventState } from './event-state.ts';
import {
  type DeadLetter,
  listDeadLetters,
  replayDeadLetters,
  type Selection,
} from './dead-letter-topics.ts';
import {
  createWorld,
  type Note,
  noteIgnored,
  noteStore,
  noteTaken,
  until,
  type World,
} from './testing/world.ts';

const selection: Selection = { topics: ['tracking.conversions'] };

describe('dead letters', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(process.env);
  });
  afterAll(() => world.close());

  const list = async (more: Partial<Selection> = {}) => {
    const letters: DeadLetter[] = [];
    await listDeadLetters(world.port, { ...selection, ...more }, (letter) => letters.push(letter));
    return letters;
  };

  it('are listed with their error, and a replay reaches only the groups that have not handled them', async () => {
    const bus = world.openBus();
    bus.relay(world.mongo);
    const healthy = noteStore(world.mongo);
    let isMended = false;
    const seen: string[] = [];
    await bus.consume(world.mongo, {
      group: 'healthy',
      handlers: [consumer(noteTaken, healthy.apply), consumer(noteIgnored, healthy.apply)],
    });
    const refuse = (event: HandledEvent<Note>) => {
      if (!isMended) throw conflict('not_mended_yet');
      seen.push(event.data.id);
      return Promise.resolve();
    };
    await bus.consume(world.mongo, {
      group: 'mended',
      handlers: [consumer(noteTaken, refuse), consumer(noteIgnored, refuse)],
    });
    await world.publish(
      noteTaken({ id: 'a' }),
      noteTaken({ id: 'b' }),
      noteIgnored({ id: 'c' }),
      noteTaken({ id: 'd' }),
    );
    await until('all are dead letters', async () => (await list()).length === 4);
    const letters = await list();
    expect(letters.map(({ key }) => key).sort()).toEqual(['a', 'b', 'c', 'd']);
    expect(letters[0]).toMatchObject({
      topic: 'tracking.conversions',
      group: 'mended',
      error: expect.stringContaining('not_mended_yet'),
    });
    expect(await list({ type: 'note.ignored.v1' })).toHaveLength(1);
    expect(await list({ limit: 2 })).toHaveLength(2);

    const { deadLetters } = await readEventState(world.mongo);
    expect(deadLetters.count).toBe(4);
    expect(deadLetters.newest[0]).toMatchObject({
      id: expect.any(String),
      topic: 'tracking.conversions',
      group: 'mended',
      reason: expect.stringContaining('not_mended_yet'),
    });

    isMended = true;
    const replay = (more: Partial<Selection> = {}) =>
      replayDeadLetters(world.port, world.log, { ...selection, ...more });
    expect(await replay({ limit: 1 })).toBe(1);
    expect(await replay()).toBe(3);
    expect(await replay()).toBe(0);
    // Each filter has its own progress, so this letter is put back a second time.
    expect(await replay({ type: 'note.ignored.v1' })).toBe(1);
    await world.publish(noteTaken({ id: 'z' }));
    await until('all were handled', () => new Set(seen).size === 5);
    expect([...seen].sort()).toEqual(['a', 'b', 'c', 'd', 'z']);
    await until(
      'none counts as set aside any more',
      async () => (await readEventState(world.mongo)).deadLetters.count === 0,
    );
    await until('the healthy group read all', async () => (await healthy.count()) === 5);
    expect([...(await healthy.all()).values()].every(({ times }) => times === 1)).toBe(true);
  });
});
