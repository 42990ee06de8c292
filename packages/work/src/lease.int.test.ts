import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLease, type Lease, renewLease } from './lease.ts';
import { describeWorkQueue } from './testing/index.ts';
import { openTestDatabase } from './testing/test-database.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase(process.env);
});
afterAll(() => database.close());

describe('a lease', () => {
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

/** A piece of work with its lease. */
interface Guarded {
  readonly id: string;
  readonly lease: Lease;
}

const LEASE_MS = 30_000;
const due = new Set<string>();

// The outbox relay and the retries of parked events are such work.
describeWorkQueue('work that leases guard', () => ({
  leaseMs: LEASE_MS,
  openQueue: () => {
    const owner = randomUUID();
    const held = new Set<string>();
    return {
      claim: async (limit) => {
        const claimed: Guarded[] = [];
        for (const id of [...due].filter((one) => !held.has(one))) {
          if (claimed.length === limit) break;
          const lease = createLease(database.db, { name: id, owner, ttlMs: LEASE_MS });
          if (!(await lease.acquire())) continue;
          held.add(id);
          claimed.push({ id, lease });
        }
        return claimed;
      },
      renew: ({ lease }) => lease.acquire(),
      release: async (guarded) => {
        for (const { lease } of guarded) await lease.release();
      },
    };
  },
  idOf: ({ id }: Guarded) => id,
  add: (count) => {
    const ids = Array.from({ length: count }, () => randomUUID());
    for (const id of ids) due.add(id);
    return Promise.resolve(ids);
  },
  finish: async ({ id, lease }) => (await lease.acquire()) && due.delete(id),
  // Leases go by the database's clock alone: seen from them it moves on when they expire earlier.
  advance: async (ms) => {
    const earlier = { $set: { expiresAt: { $subtract: ['$expiresAt', ms] } } };
    await database.db.collection('leases').updateMany({}, [earlier]);
  },
}));
