import { HOUR_MS, DAY_MS } from '@tributary/units';
import { onceOf } from './collections.ts';
import { runWithOnceKey } from './once.ts';
import { createWorld, type MongoWorld, noted } from './testing/world.ts';

describe('runWithOnceKey', () => {
  let world: MongoWorld;
  beforeAll(async () => {
    world = await createWorld(process.env);
  });
  afterAll(() => world.close());

  const create = (key: string, id: string, fingerprint?: string) =>
    runWithOnceKey({ key, kind: 'request', ...(fingerprint ? { fingerprint } : {}) }, () =>
      world.transaction(async ({ accounts, outbox }) => {
        await accounts.create(id, 7);
        await outbox.add(noted(id));
        return { id, at: new Date(0), note: undefined };
      }),
    );

  it('takes effect once and returns the saved result to a repetition', async () => {
    const first = await create('k1', 'once');
    const second = await create('k1', 'once');
    expect(first).toMatchObject({ id: 'once', at: new Date(0) });
    expect(second).toEqual({ id: 'once', at: new Date(0) });
    expect((await world.outbox()).filter(({ key }) => key === 'once')).toHaveLength(1);
  });

  it('takes effect once when twenty calls run at the same time', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => create('k2', 'many')));
    expect(new Set(results.map(({ id }) => id))).toEqual(new Set(['many']));
    expect((await world.outbox()).filter(({ key }) => key === 'many')).toHaveLength(1);
  });

  it('refuses the same key with another request', async () => {
    await create('k3', 'printed', 'body-1');
    await expect(create('k3', 'other', 'body-2')).rejects.toMatchObject({
      kind: 'conflict',
      code: 'idempotency_key_reused',
    });
    expect(await world.balanceOf('other')).toBeUndefined();
  });

  it('continues after the transactions that took effect before a crash', async () => {
    const work = (crash: boolean) =>
      runWithOnceKey({ key: 'k4', kind: 'event' }, async () => {
        await world.transaction(({ accounts }) => accounts.create('steps', 1));
        if (crash) throw new Error('killed');
        return world.transaction(({ accounts }) => accounts.add('steps', 10));
      });
    await expect(work(true)).rejects.toThrow('killed');
    expect(await work(false)).toBe(11);
    expect(await work(false)).toBe(11);
    expect(await world.balanceOf('steps')).toBe(11);
  });

  it('keeps events longer than requests, and neither without end', async () => {
    await create('k5', 'kept');
    const row = await onceOf(world.mongo.connection).findOne({ _id: 'k5/0' });
    const hours = (Number(row?.expiresAt) - Number(row?.at)) / HOUR_MS;
    expect(hours).toBe(24);
    const event = await onceOf(world.mongo.connection).findOne({ _id: 'k4/0' });
    expect((Number(event?.expiresAt) - Number(event?.at)) / DAY_MS).toBe(14);
  });
});
