import { databaseOf, isDuplicateKey, type Mongo } from '@tributary/mongo';

interface LeaseRow {
  readonly _id: string;
  readonly owner: string;
  /** Grows with each change of owner. */
  readonly fence: number;
  readonly expiresAt: Date;
}

export interface LeaseOptions {
  readonly name: string;
  /** Names this instance; a new id per process. */
  readonly owner: string;
  /** How long after its last renewal an owner is taken for dead; default 6,000. */
  readonly ttlMs?: number;
}

/**
 * At most one instance at a time, as far as clocks allow: an owner that was suspended may still
 * finish one step beside its successor, so what it guards must survive being done twice.
 */
export interface Lease {
  /** Takes or renews it. Expiry is judged by the server's clock alone. */
  acquire(): Promise<boolean>;
  /** Whether it is surely ours for another second, by the monotonic clock. */
  isHeld(): boolean;
  /** The number of this ownership; undefined while it is not ours. */
  fence(): number | undefined;
  /** Lets the next owner take over at once. Never rejects. */
  release(): Promise<void>;
}

const SAFETY_MS = 1_000;

export function createLease(mongo: Mongo, options: LeaseOptions): Lease {
  const { name, owner, ttlMs = 6_000 } = options;
  const rows = databaseOf(mongo.connection).collection<LeaseRow>('leases');
  let held: { readonly until: number; readonly fence: number } | undefined;
  const isHeld = (): boolean => held !== undefined && performance.now() < held.until;
  return {
    acquire: async () => {
      const askedAt = performance.now();
      try {
        const row = await rows.findOneAndUpdate({ _id: name }, claim(owner, ttlMs), {
          upsert: true,
          returnDocument: 'after',
        });
        const isOurs = row?.owner === owner;
        held = isOurs ? { until: askedAt + ttlMs - SAFETY_MS, fence: row.fence } : undefined;
      } catch (error) {
        // Two asked for a new lease at once, and the other one has it.
        if (!isDuplicateKey(error)) throw error;
        held = undefined;
      }
      return isHeld();
    },
    isHeld,
    fence: () => (isHeld() ? held?.fence : undefined),
    release: async () => {
      held = undefined;
      const past = { $set: { expiresAt: new Date(0) } };
      await rows.updateOne({ _id: name, owner }, past).catch(() => undefined);
    },
  };
}

/** Takes the lease where it is ours, new or over, and leaves it as it is otherwise. */
function claim(owner: string, ttlMs: number) {
  const isOurs = { $eq: ['$owner', owner] };
  const isOver = { $lte: [{ $ifNull: ['$expiresAt', new Date(0)] }, '$$NOW'] };
  const isFree = { $or: [isOurs, isOver] };
  const nextFence = { $add: [{ $ifNull: ['$fence', 0] }, { $cond: [isOurs, 0, 1] }] };
  return [
    {
      $set: {
        owner: { $cond: [isFree, owner, '$owner'] },
        fence: { $cond: [isFree, nextFence, '$fence'] },
        expiresAt: { $cond: [isFree, { $add: ['$$NOW', ttlMs] }, '$expiresAt'] },
      },
    },
  ];
}
