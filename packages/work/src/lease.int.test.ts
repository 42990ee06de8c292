import { setTimeout as sleep } from 'node:timers/promises';
import { createLease, renewLease } from './lease.ts';
import { openTestDatabase } from './testing/test-database.ts';

describe('a lease', () => {
  let database: Awaited<ReturnType<typeof openTestDatabase>>;
  beforeAll(async () => {
    database = await openTestDatabase(process.env);
  });
  afterAll(() => database.close());

  const leaseOf = (name: string, owner: string, ttlMs?: number) =>
    createLease(database.db, { name, owner, ...(ttlMs === undefined ? {} : { ttlMs }) });

  it('goes to one of many instances that start together', async () => {
    const leases = Array.from({ length: 10 }, (_, index) => leaseOf('start', `o${String(index)}`));
    const taken = await Promise.all(leases.map((lease) => lease.acquire()));
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(leases.filter((lease) => lease.isHeld())).toHaveLength(1);
  });

  it('passes on when its owner stops renewing, with a higher fence, and not before', async () => {
    const first = leaseOf('silent', 'a', 1_500);
    const second = leaseOf('silent', 'b', 1_500);
    expect(await first.acquire()).toBe(true);
    expect(await second.acquire()).toBe(false);
    const fence = first.fence() ?? 0;
    while (!(await second.acquire())) await sleep(20);
    expect(first.isHeld()).toBe(false);
    expect(second.fence()).toBe(fence + 1);
    expect(await first.acquire()).toBe(false);
  });

  it('stays with an owner that renews it', async () => {
    const first = leaseOf('renewed', 'a', 1_500);
    const second = leaseOf('renewed', 'b', 1_500);
    await first.acquire();
    const stop = renewLease(first, 100);
    await sleep(1_800);
    expect(first.isHeld()).toBe(true);
    expect(await second.acquire()).toBe(false);
    stop();
  });

  it('is free at once when its owner releases it', async () => {
    const first = leaseOf('released', 'a');
    const second = leaseOf('released', 'b');
    await first.acquire();
    await first.release();
    expect(first.isHeld()).toBe(false);
    expect(await second.acquire()).toBe(true);
  });
});
