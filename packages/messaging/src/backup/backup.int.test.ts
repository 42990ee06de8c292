import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Mongo, openMongo, runInTransaction, transactionOf } from '@tributary/mongo';
import { DAY_MS } from '@tributary/units';
import { consumer } from '../consumer/handlers.ts';
import { createWorld, noteCounted, notesNumbered, until, type World } from '../testing/world.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

interface Effect {
  readonly _id: string;
}

/** An instance of a service with one consumer, whose effect is a document for each note. */
async function openService(world: World) {
  const database = `${world.prefix}tributary_notes`;
  const mongo: Mongo = await openMongo({ url: world.mongoUrl, database, log: world.log });
  const effects = mongo.connection.collection<Effect>('effects');
  const transaction = transactionOf(mongo, (session) => ({
    add: (id: string) => effects.insertOne({ _id: id }, { session }),
  }));
  const bus = world.openBus();
  return {
    mongo,
    effects,
    relay: () => bus.relay(mongo),
    consume: (mayHandle: (id: string) => Promise<void>) =>
      bus.consume(mongo, {
        group: 'notes',
        handlers: [
          consumer(noteCounted, async ({ data }) => {
            await mayHandle(data.id);
            await transaction(({ add }) => add(data.id));
          }),
        ],
      }),
    close: async () => {
      await bus.close();
      await mongo.connection.dropDatabase();
      await mongo.close();
    },
  };
}

describe('a backup', () => {
  let directory: string;
  let [first, second]: [World?, World?] = [];
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'tributary-backup-'));
    [first, second] = [await createWorld(process.env), await createWorld(process.env)];
  });
  afterEach(async () => {
    await first?.close();
    await second?.close();
    await rm(directory, { recursive: true });
  });

  const optionsOf = ({ port, mongoUrl, prefix }: World) => ({
    port,
    mongoUrl,
    namespace: prefix,
    directory,
  });

  /** Dates the backup back. */
  const makeOlderBy = async (ms: number): Promise<void> => {
    const file = join(directory, 'backup.json');
    const manifest = JSON.parse(await readFile(file, 'utf8')) as { at: string };
    const at = new Date(Date.parse(manifest.at) - ms).toISOString();
    await writeFile(file, JSON.stringify({ ...manifest, at }));
  };
  const daysFromNow = (days: number): Date => new Date(Date.now() + days * DAY_MS);

  it('of a running system holds every event that waits anywhere, and each has its effect once', async () => {
    const service = await openService(first!);
    const hold = Promise.withResolvers<undefined>();
    const isHeld = (id: string): boolean => Number(id.slice(1)) > 20;
    await service.consume((id) => (isHeld(id) ? hold.promise : Promise.resolve()));
    const relay = service.relay();
    const publish = (from: number, count: number) =>
      runInTransaction(service.mongo, async ({ outbox }) => {
        await outbox.add(...notesNumbered(count, from).map((note) => noteCounted(note)));
      });
    await publish(1, 10);
    await until('some are handled', async () => (await service.effects.countDocuments()) === 10);
    // Published, and handled by nobody.
    await publish(21, 10);
    await until('they are published', async () => {
      return (await first!.read('tracking.clicks')).length === 20;
    });
    await relay.stop();
    // Saved, and not published.
    await publish(31, 10);
    const { events } = await backUp(optionsOf(first!));
    expect(events).toBeGreaterThanOrEqual(10);
    hold.resolve(undefined);
    await service.close();
    await expect(restore(optionsOf(first!))).rejects.toThrow('there are events on tracking.clicks');

    await makeOlderBy(20 * DAY_MS);
    await restore(optionsOf(second!));
    const restored = await openService(second!);
    expect(await restored.effects.countDocuments()).toBe(10);
    // What was handled stays known, however old the backup is.
    const inbox = restored.mongo.connection.collection('inbox');
    expect(await inbox.countDocuments({ expiresAt: { $lt: daysFromNow(30) } })).toBe(0);
    restored.relay();
    await restored.consume(() => Promise.resolve());
    await until('each event has its effect', async () => {
      return (await restored.effects.countDocuments()) === 30;
    });
    await restored.close();
  });

  it('that is not complete or was changed is not restored, and nothing into an installation with data', async () => {
    await expect(restore(optionsOf(first!))).rejects.toThrow('no complete backup');
    const service = await openService(first!);
    await service.effects.insertOne({ _id: 'e' });
    await backUp(optionsOf(first!));
    await service.close();
    const other = await openService(second!);
    await expect(restore(optionsOf(second!))).rejects.toThrow('the databases tributary_notes');
    await other.close();
    await appendFile(join(directory, 'tributary_notes', 'effects.bson'), 'x');
    await expect(restore(optionsOf(second!))).rejects.toThrow(
      `changed in ${directory}: tributary_notes/effects.bson`,
    );
  });
});
