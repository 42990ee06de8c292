import mongoose from 'mongoose';

interface LeaseDocument {
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
  /** How long after its last renewal an owner counts as dead; default 6,000. */
  readonly ttlMs?: number;
}

/**
 * A named lease that one instance at a time holds, as far as clocks allow: an owner that was
 * suspended may still finish one step beside its successor. What it guards must therefore survive
 * being done twice, and it never guards money.
 */
export interface Lease {
  /** Takes or renews the lease; false while another owner has it. Only the server's clock counts. */
  acquire(): Promise<boolean>;
  /** Whether this instance surely holds the lease for another second, by the monotonic clock. */
  isHeld(): boolean;
  /** The number of this ownership; undefined while another instance may hold the lease. */
  fence(): number | undefined;
  /** Lets the next owner take over at once. Never rejects. */
  release(): Promise<void>;
}

const SAFETY_MS = 1_000;
const DUPLICATE_KEY = 11_000;

/** A lease in the collection `leases` of this database. */
export function createLease(db: mongoose.mongo.Db, options: LeaseOptions): Lease {
  const { name, owner, ttlMs = 6_000 } = options;
  const leases = db.collection<LeaseDocument>('leases');
  let held: { readonly until: number; readonly fence: number } | undefined;
  const isHeld = (): boolean => held !== undefined && performance.now() < held.until;
  return {
    acquire: async () => {
      const begunAt = performance.now();
      try {
        const document = await leases.findOneAndUpdate({ _id: name }, takeOver(owner, ttlMs), {
          upsert: true,
          returnDocument: 'after',
        });
        const isOurs = document?.owner === owner;
        held = isOurs ? { until: begunAt + ttlMs - SAFETY_MS, fence: document.fence } : undefined;
      } catch (error) {
        // Two instances created the lease at once, and the other one has it.
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
      await leases.updateOne({ _id: name, owner }, past).catch(() => undefined);
    },
  };
}

/** Renews a lease every `everyMs` while it is held, until the returned function is called. */
export function renewLease(lease: Lease, everyMs: number): () => void {
  const timer = setInterval(() => {
    // A failed renewal shows as a lease that is no longer held.
    if (lease.isHeld()) lease.acquire().catch(() => undefined);
  }, everyMs);
  return () => {
    clearInterval(timer);
  };
}

const isDuplicateKey = (error: unknown): boolean =>
  error instanceof mongoose.mongo.MongoServerError && error.code === DUPLICATE_KEY;

/** Takes the lease where it is ours, new or over, and leaves it as it is otherwise. */
function takeOver(owner: string, ttlMs: number) {
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
