import { createLease } from './lease.ts';
import { createWorld, until, type World } from './testing/world.ts';

describe('a lease', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld(process.env);
  });
  afterAll(() => world.close());

  it('goes to one of many who ask at once', async () => {
    const leases = Array.from({ length: 10 }, (_, index) =>
      createLease(world.mongo, { name: 'rush', owner: `o${String(index)}` }),
    );
    const taken = await Promise.all(leases.map((lease) => lease.acquire()));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(leases.filter((lease) => lease.isHeld())).toHaveLength(1);
  });

  it('passes on when its owner falls silent, with a higher fence, and not before', async () => {
    const first = createLease(world.mongo, { name: 'silent', owner: 'a', ttlMs: 1_500 });
    const second = createLease(world.mongo, { name: 'silent', owner: 'b', ttlMs: 1_500 });
    expect(await first.acquire()).toBe(true);
    expect(await second.acquire()).toBe(false);
    const fence = first.fence() ?? 0;
    await until('the second has it', () => second.acquire());
    expect(first.isHeld()).toBe(false);
    expect(second.fence()).toBe(fence + 1);
    expect(await first.acquire()).toBe(false);
  });

  it('is free at once when its owner gives it back', async () => {
    const first = createLease(world.mongo, { name: 'given', owner: 'a' });
    const second = createLease(world.mongo, { name: 'given', owner: 'b' });
    await first.acquire();
    await first.release();
    expect(first.isHeld()).toBe(false);
    expect(await second.acquire()).toBe(true);
  });
});
