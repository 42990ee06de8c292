import { randomUUIDv7 } from 'node:crypto';
import { openCollections } from './define-collection.ts';
import { type SuspensionStore, suspensions, suspensionStore } from './suspensions.ts';
import { createWorld, type MongoWorld } from './testing/world.ts';

describe('the copy of suspended accounts', () => {
  let world: MongoWorld;
  let store: SuspensionStore;
  beforeAll(async () => {
    world = await createWorld(process.env);
    store = suspensionStore(
      (await openCollections(world.mongo.connection, { suspensions })).suspensions,
    );
  });
  afterAll(() => world.close());

  it('lists those suspended among accounts, and no account after its reinstatement', async () => {
    const [suspended, reinstated, unknown] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
    const [first, second] = [new Date('2026-01-01'), new Date('2026-01-02')];
    await store.save({ _id: suspended, isSuspended: true, changedAt: first });
    await store.save({ _id: reinstated, isSuspended: true, changedAt: first });
    await store.save({ _id: reinstated, isSuspended: false, changedAt: second });
    const listed = await store.listSuspended([suspended, reinstated, unknown, suspended]);
    expect([...listed]).toEqual([suspended]);
  });

  it('stays at the newest change, in whatever order the changes arrive', async () => {
    const id = randomUUIDv7();
    const [first, second] = [new Date('2026-01-01'), new Date('2026-01-02')];
    await store.save({ _id: id, isSuspended: false, changedAt: second });
    await store.save({ _id: id, isSuspended: true, changedAt: first });
    expect((await store.listSuspended([id])).size).toBe(0);
  });
});
