import { startTracing, tracedUnit } from '@tributary/tracing';
import { openCollector } from '@tributary/tracing/testing';
import { openMongo } from './open-mongo.ts';
import { createWorld, silentLog } from './testing/world.ts';

describe('slow commands', () => {
  it('are spans of the work that sent them, and the results of others are decoded no second time', async () => {
    const [world, collector] = await Promise.all([createWorld(process.env), openCollector()]);
    const tracing = await startTracing({
      endpoint: collector.endpoint,
      ratio: 1,
      resource: { 'service.name': 'notes' },
      onExported: () => undefined,
      onLost: () => undefined,
    });
    const url = process.env['MONGO_URL'] ?? '';
    const database = world.mongo.connection.name;
    const mongo = await openMongo({ url, database, log: silentLog });
    const replies: unknown[] = [];
    mongo.connection.getClient().on('commandSucceeded', ({ commandName, reply }) => {
      if (commandName === 'find') replies.push(reply);
    });
    const notes = mongo.connection.collection('notes');
    const slowly = { $where: 'sleep(60) || true' };

    await notes.insertOne({ text: 'a' });
    const found = await tracedUnit('c1', { name: 'unit', kind: 'internal' }, async () => [
      await notes.find().toArray(),
      await notes.find(slowly).toArray(),
    ]);
    await tracing.close();

    expect(found.map((some) => some.length)).toEqual([1, 1]);
    const unit = collector.spans().find(({ name }) => name === 'unit');
    const commands = collector.spans().filter(({ name }) => name.startsWith('mongodb'));
    expect(commands.every(({ startMs, endMs }) => endMs - startMs > 20)).toBe(true);
    expect(commands.at(-1)).toMatchObject({
      name: 'mongodb find',
      parentSpanId: unit?.spanId,
      attributes: { 'db.collection.name': 'notes', 'db.operation.name': 'find' },
    });
    expect(replies).toEqual([{ ok: 1 }, { ok: 1 }]);
    await Promise.all([mongo.close(), world.close(), collector.close()]);
  });
});
