import { setTimeout as pause } from 'node:timers/promises';
import { unavailable } from '@tributary/errors';
import { consumer, type HandledEvent } from './consumer/handlers.ts';
import { cancelMove, moveTopic, removeEmptied } from './move-topic.ts';
import type { TopicMoves } from './port.ts';
import {
  createWorld,
  type Note,
  noteStore,
  noteCounted,
  noteTaken,
  until,
  type World,
} from './testing/world.ts';

const TOPIC = 'tracking.conversions';
const KEYS = 40;
/** Writers here learn of a version within a tenth of this; on a busy machine an attempt to send takes seconds. */
const HOLD_MS = 12_000;
const LEARN_MS = 500;
/** Between two events of a key: what is published has to be handled as fast on a busy machine. */
const PACE_MS = 500;

/** Saves one event of every key. */
async function publishRound(world: World, round: number): Promise<void> {
  const text = String(round);
  const notes = Array.from({ length: KEYS }, (_, key) => ({ id: `n${String(key)}`, text }));
  await world.publish(...notes.map(noteTaken));
}

/** Saves one event of every key after another, until it is stopped. */
function publishSteadily(world: World) {
  let isOver = false;
  let rounds = 0;
  const run = async () => {
    while (!isOver) {
      await publishRound(world, rounds);
      rounds += 1;
      await pause(PACE_MS);
    }
  };
  const running = run();
  // What fails is reported where it is stopped.
  running.catch(() => undefined);
  return {
    rounds: () => rounds,
    stop: async () => {
      isOver = true;
      await running;
      return rounds;
    },
  };
}

describe('a topic that is moved to more partitions', () => {
  let world: World;
  let moves: TopicMoves;
  let publishing: ReturnType<typeof publishSteadily> | undefined;
  beforeEach(async () => {
    world = await createWorld(process.env);
    moves = world.port.openTopicMoves();
  });
  afterEach(async () => {
    await publishing?.stop().catch(() => undefined);
    publishing = undefined;
    await world.close();
  });

  const openBus = () => world.openBus({ versionsMaxAgeMs: LEARN_MS });

  const consume = (group: string, apply: (event: HandledEvent<Note>) => Promise<void>) =>
    openBus().consume(world.mongo, {
      group,
      sessionTimeoutMs: 6_000,
      handlers: [consumer(noteTaken, apply)],
    });

  const lines: string[] = [];
  const move = (partitions: number, drainMs = 60_000) => {
    const report = (line: string) => lines.push(line);
    const options = { topic: TOPIC, partitions, holdMs: HOLD_MS, drainMs, report };
    return moveTopic(moves, options);
  };
  /** Every key has had every event once, in order. */
  const expectInOrder = async (store: ReturnType<typeof noteStore>, rounds: number) => {
    await until('all events are handled', async () => {
      const rows = [...(await store.all()).values()];
      return rows.length === KEYS && rows.every(({ times }) => times >= rounds);
    });
    const inOrder = Array.from({ length: rounds }, (_, round) => String(round));
    for (const { order } of (await store.all()).values()) expect(order).toEqual(inOrder);
  };

  it('loses, doubles and reorders no event, while events come and one key waits behind a failed event', async () => {
    const store = noteStore(world.mongo);
    let isMoved = false;
    const apply = (event: HandledEvent<Note>): Promise<void> =>
      event.data.id === 'n7' && !isMoved
        ? Promise.reject(unavailable('not_yet', { message: 'not yet' }))
        : store.apply(event);
    const bus = openBus();
    bus.relay(world.mongo);
    const members = [await consume('reader', apply), await consume('reader', apply)];
    await Promise.all(members.map(({ joined }) => joined));
    const steady = publishSteadily(world);
    publishing = steady;
    await until('events are handled', async () => (await store.count()) === KEYS - 1);
    await move(8);
    const atMove = steady.rounds();
    await until('events come after the move', () => steady.rounds() > atMove + 5);
    isMoved = true;
    const rounds = await steady.stop();
    await expectInOrder(store, rounds);
    expect(await moves.list(TOPIC)).toMatchObject([
      { version: 1, partitions: 3 },
      { version: 2, partitions: 8, isOpen: true },
    ]);
    const places = (await world.read(TOPIC)).map(({ partition }) => partition);
    expect(new Set(places.filter((place) => place >= 10_000)).size).toBe(8);
    await Promise.all(members.map((member) => member.stop()));
    // A group that begins now reads both in order as well.
    const later = noteStore(await world.openMongo());
    await world.mongo.connection.collection('effects').deleteMany({});
    await consume('later', later.apply);
    await expectInOrder(later, rounds);
    const query = { group: 'later', topic: TOPIC, withinMs: 20_000 };
    expect(await bus.hasHandledAll(query)).toBe(true);
    expect(await removeEmptied(moves, TOPIC)).toEqual([]);
    // As after seven days.
    await moves.remove(TOPIC, 1);
    await publishRound(world, rounds);
    await expectInOrder(later, rounds + 1);
  }, 120_000);

  it('waits for a group that is behind, and goes on as before where the move is cancelled', async () => {
    const store = noteStore(world.mongo);
    openBus().relay(world.mongo);
    const reader = await consume('reader', store.apply);
    await world.publish(noteTaken({ id: 'a', text: '1' }));
    await until('it is handled', async () => (await store.count()) === 1);
    await reader.stop();
    await world.publish(noteTaken({ id: 'a', text: '2' }));
    await until('it is published', async () => (await world.read(TOPIC)).length === 2);
    await expect(move(8, 0)).rejects.toThrow(`not handled all of ${TOPIC}: reader`);
    await expect(move(9)).rejects.toThrow('with 8 partitions: finish that move, or cancel it');
    await expect(move(3)).rejects.toThrow('with 8 partitions');
    await world.publish(noteTaken({ id: 'a', text: '3' }), noteCounted({ id: 'c' }));
    // Of one commit, only the events of the moved topic wait.
    await until('the other is published', async () => {
      return (await world.read('tracking.clicks')).length === 1;
    });
    expect(await world.read(TOPIC)).toHaveLength(2);
    expect(await cancelMove(moves, TOPIC)).toBe(true);
    await until('the relay goes on', async () => (await world.read(TOPIC)).length === 3, 30_000);
    await consume('reader', store.apply);
    await until('all are handled', async () => (await store.textsOf('a')).length === 3);
    expect(await store.textsOf('a')).toEqual(['1', '2', '3']);
    expect(await cancelMove(moves, TOPIC)).toBe(false);
    await expect(move(2)).rejects.toThrow('has 3 partitions already');
  });
});
