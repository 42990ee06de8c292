import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Deadline, runWithContext } from '@tributary/context';
import { auditEntryRecorded } from '@tributary/contracts';
import { conflict } from '@tributary/errors';
import mongoose from 'mongoose';
import { runAudited } from './audit.ts';
import { isDuplicateKey, mapMongoError } from './mongo-errors.ts';
import { openMongo } from './open-mongo.ts';
import { openWay } from './testing/way.ts';
import { createWorld, type MongoWorld, mongoUrl, noted, silentLog } from './testing/world.ts';
import { captureRequest, recordChangesOf, runInTransaction } from './transaction.ts';

describe('transaction', () => {
  let world: MongoWorld;
  beforeAll(async () => {
    world = await createWorld(process.env);
  });
  afterAll(() => world.close());

  it('saves the change and its event together, with the correlation id of the work', async () => {
    await runWithContext({ correlationId: 'req-1' }, () =>
      world.transaction(async ({ accounts, outbox }) => {
        await accounts.create('together', 5);
        await outbox.add(noted('together', { a: 1 }), noted('together', { a: 2 }));
      }),
    );
    expect(await world.balanceOf('together')).toBe(5);
    const rows = (await world.outbox()).filter(({ key }) => key === 'together');
    expect(rows.map(({ payload }) => payload)).toEqual(['{"a":1}', '{"a":2}']);
    expect(rows[0]).toMatchObject({ correlationId: 'req-1', type: 'note.taken.v1' });
  });

  it('keeps nothing of a body that throws, and passes its error on without a second run', async () => {
    let runs = 0;
    const refused = world.transaction(async ({ accounts, outbox }) => {
      runs += 1;
      await accounts.create('refused');
      await outbox.add(noted('refused'));
      throw conflict('account_refused');
    });
    await expect(refused).rejects.toMatchObject({ code: 'account_refused' });
    expect(runs).toBe(1);
    expect(await world.balanceOf('refused')).toBeUndefined();
    expect((await world.outbox()).filter(({ key }) => key === 'refused')).toEqual([]);
  });

  it('runs the body again on a write conflict, so that no parallel change is lost', async () => {
    await world.transaction(({ accounts }) => accounts.create('busy'));
    const add = () => world.transaction(({ accounts }) => accounts.add('busy', 1));
    const results = await Promise.all(Array.from({ length: 15 }, add));
    expect(await world.balanceOf('busy')).toBe(15);
    expect([...results].sort((a, b) => a - b)).toEqual(results.map((_, index) => index + 1));
  });

  it('waits for others until the deadline of its request, beyond the limit of background work', async () => {
    const limited = { ...world.mongo, limits: { ...world.mongo.limits, transactionTimeoutMs: 1 } };
    await world.transaction(({ accounts }) => accounts.create('contended'));
    const session = world.mongo.connection.getClient().startSession();
    session.startTransaction();
    const change = { $inc: { balance: 1 } };
    await world.Accounts.updateOne({ _id: 'contended' }, change, { session });
    let runs = 0;
    const add = () =>
      runInTransaction(limited, async () => {
        runs += 1;
        await world.Accounts.updateOne({ _id: 'contended' }, change);
      });
    await expect(add()).rejects.toMatchObject({ kind: 'unavailable' });
    const deadline = new Deadline(60_000);
    const [before, adding] = [runs, runWithContext({ correlationId: 'r', deadline }, add)];
    while (runs <= before + 2) await sleep(20);
    await session.commitTransaction();
    await session.endSession();
    await adding;
    expect(await world.balanceOf('contended')).toBe(2);
  });

  it('ends background work early where the database does not answer', async () => {
    const { limits } = world.mongo;
    const silent = {
      ...world.mongo,
      limits: { ...limits, transactionTimeoutMs: 600_000 },
      isAnswering: () => false,
    };
    const work = runInTransaction(silent, () => new Promise<never>(() => undefined));
    await expect(work).rejects.toMatchObject({ code: 'database_unavailable' });
  });

  it('commits no write alone that is sent after the rest was taken back', async () => {
    const limited = {
      ...world.mongo,
      limits: { ...world.mongo.limits, transactionTimeoutMs: 300 },
    };
    const work = runInTransaction(limited, async ({ session }) => {
      await world.Accounts.create([{ _id: 'before', balance: 1 }], { session });
      // As the limit does while the next write waits for a connection.
      await session.abortTransaction();
      await world.Accounts.create([{ _id: 'after', balance: 1 }], { session });
    });
    await expect(work).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await world.balanceOf('before')).toBeUndefined();
    expect(await world.balanceOf('after')).toBeUndefined();
  });

  it('does not commit for a caller who was refused', async () => {
    const deadline = new Deadline(60_000);
    const creating = runWithContext({ correlationId: 'r', deadline }, () =>
      world.transaction(async ({ accounts }) => {
        await accounts.create('late');
        deadline.refuse();
      }),
    );
    await expect(creating).rejects.toMatchObject({ code: 'database_unavailable' });
    expect(await world.balanceOf('late')).toBeUndefined();
  });

  it('keeps a duplicate key recognisable, so that the first result can be read and returned', async () => {
    const create = () => world.transaction(({ accounts }) => accounts.create('twin'));
    await create();
    const error: unknown = await create().catch((caught: unknown) => caught);
    expect(isDuplicateKey(error)).toBe(true);
    expect(isDuplicateKey(error, '_id')).toBe(true);
    expect(isDuplicateKey(error, 'balance')).toBe(false);
  });

  it('joins an outer transaction', async () => {
    const outer = world.transaction(async ({ accounts }) => {
      await accounts.create('outer');
      await world.transaction((inner) => inner.accounts.add('outer', 1));
      throw conflict('taken_back');
    });
    await expect(outer).rejects.toMatchObject({ code: 'taken_back' });
    expect(await world.balanceOf('outer')).toBeUndefined();
  });

  it('lets calls without a session join, because a forgotten one would escape the rollback', async () => {
    const work = world.transaction(async () => {
      await world.Accounts.create({ _id: 'forgotten', balance: 1 });
      throw conflict('taken_back');
    });
    await expect(work).rejects.toMatchObject({ code: 'taken_back' });
    expect(await world.balanceOf('forgotten')).toBeUndefined();
  });

  it('keeps the outbox in the order of commits, even where the clock steps back', async () => {
    let now = Date.now();
    const skewed = await openMongo({
      url: process.env['MONGO_URL'] ?? '',
      database: world.mongo.connection.name,
      log: silentLog,
      clock: { now: () => new Date((now -= 60_000)) },
    });
    await world.transaction(async ({ accounts, outbox }) => {
      await accounts.create('ordered');
      await outbox.add(noted('ordered', 1));
    });
    await runInTransaction(skewed, async ({ session, outbox }) => {
      const accounts = skewed.connection.collection('accounts');
      await accounts.updateOne({ _id: 'ordered' as never }, { $inc: { balance: 1 } }, { session });
      await outbox.add(noted('ordered', 2));
    });
    await skewed.close();
    const rows = (await world.outbox()).filter(({ key }) => key === 'ordered');
    expect(rows.map(({ payload }) => payload)).toEqual(['1', '2']);
  });
});

describe('runInTransaction', () => {
  let world: MongoWorld;
  beforeAll(async () => {
    world = await createWorld(process.env);
  });
  afterAll(() => world.close());

  it('commits several transactions as one, each of which sees the writes before it', async () => {
    const seen = await runInTransaction(world.mongo, async () => {
      await world.transaction(({ accounts }) => accounts.create('shared', 1));
      const [first, second] = await Promise.all([
        world.transaction(({ accounts }) => accounts.add('shared', 10)),
        world.transaction(({ accounts }) => accounts.add('shared', 10)),
      ]);
      return [first, second, await world.balanceOf('shared')];
    });
    expect(seen).toEqual([11, 21, 21]);
    expect(await world.balanceOf('shared')).toBe(21);
  });

  it('fails as a whole when a joined transaction failed, even where its error was swallowed', async () => {
    const work = runInTransaction(world.mongo, async () => {
      await world.transaction(({ accounts }) => accounts.create('half'));
      const failing = world.transaction(async ({ accounts }) => {
        await accounts.add('half', 1);
        throw conflict('half_done');
      });
      await failing.catch(() => undefined);
    });
    await expect(work).rejects.toMatchObject({ code: 'half_done' });
    expect(await world.balanceOf('half')).toBeUndefined();
  });
});

describe('a transaction for several requests', () => {
  let world: MongoWorld;
  beforeAll(async () => {
    world = await createWorld(process.env);
  });
  afterAll(() => world.close());

  const accounts = { one: randomUUID(), two: randomUUID(), three: randomUUID() };
  const audited = <T>(requestId: keyof typeof accounts, work: () => Promise<T>): Promise<T> =>
    runWithContext({ correlationId: requestId }, () =>
      runAudited(
        {
          service: 'test',
          operationId: 'noteAll',
          requestId,
          targetIds: [],
          origin: { ip: '203.0.113.1', userAgent: null },
          actor: {
            accountId: accounts[requestId],
            memberId: accounts[requestId],
            role: 'brand',
            memberRole: 'owner',
            apiKeyId: null,
          },
        },
        work,
        () => Promise.reject(new Error('A transaction left the entry')),
      ),
    );
  const entries = async () => {
    const rows = (await world.outbox()).filter(({ type }) => type === auditEntryRecorded.type);
    return rows.map(({ payload, correlationId }) => ({
      correlationId,
      ...auditEntryRecorded.schema.parse(JSON.parse(payload)),
    }));
  };
  const changed = (id: string) => ({ kind: 'account', id, before: null, after: { balance: 1 } });

  it('leaves the entry of each with its own changes and correlation id, a hundred changes in one', async () => {
    const captured: ReturnType<typeof captureRequest>[] = [];
    const together = Promise.withResolvers<undefined>();
    const request = (id: keyof typeof accounts) =>
      audited(id, () => {
        captured.push(captureRequest());
        return together.promise;
      });
    const requests = [request('one'), request('two'), request('three')];
    await runInTransaction(world.mongo, () => {
      const [one, two, three] = captured;
      if (!one || !two || !three) throw new Error('Three requests are under way');
      recordChangesOf(one, [changed('a'), changed('b')]);
      recordChangesOf(two, []);
      const many = Array.from({ length: 250 }, (_, index) => changed(`m${String(index)}`));
      recordChangesOf(three, many);
      return Promise.resolve();
    });
    together.resolve(undefined);
    await Promise.all(requests);
    const found = await entries();
    expect(
      found.map(({ requestId, correlationId, changes, actor }) => [
        requestId,
        correlationId,
        actor.accountId,
        changes.length,
      ]),
    ).toEqual([
      ['one', 'one', accounts.one, 2],
      ['two', 'two', accounts.two, 0],
      ['three', 'three', accounts.three, 100],
      ['three', 'three', accounts.three, 100],
      ['three', 'three', accounts.three, 50],
    ]);
    const ids = found.flatMap(({ changes }) => changes.map(({ id }) => id));
    expect(new Set(ids).size).toBe(252);
  });

  it('that fails leaves no entry', async () => {
    const before = (await entries()).length;
    const failing = audited('one', async () => {
      const request = captureRequest();
      await runInTransaction(world.mongo, () => {
        recordChangesOf(request, [changed('c')]);
        return Promise.reject(conflict('taken_back'));
      });
    });
    await expect(failing).rejects.toMatchObject({ code: 'taken_back' });
    expect(await entries()).toHaveLength(before);
  });
});

describe('when MongoDB is down', () => {
  it('opening fails as unavailable after its time limit', async () => {
    const url = 'mongodb://127.0.0.1:9/?directConnection=true';
    const opening = openMongo({
      url,
      database: 'nowhere',
      log: silentLog,
      serverSelectionTimeoutMs: 200,
      startTimeoutMs: 100,
    });
    await expect(opening).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'database_unavailable',
      retryAfterSeconds: 1,
    });
  });

  it('a bulk write fails as unavailable, although its error class hides the cause', async () => {
    const way = await openWay(mongoUrl(process.env));
    const url = `mongodb://127.0.0.1:${String(way.port)}/?directConnection=true`;
    const client = new mongoose.mongo.MongoClient(url, { serverSelectionTimeoutMS: 100 });
    await client.connect();
    way.cut();
    const several = client
      .db('nowhere')
      .collection('notes')
      .insertMany([{ a: 1 }, { a: 2 }]);
    const error: unknown = await several.catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: 'MongoBulkWriteError' });
    expect(mapMongoError(error)).toMatchObject({ kind: 'unavailable', retryAfterSeconds: 1 });
    await client.close();
  });
});
