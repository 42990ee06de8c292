import { isDuplicateKey, type Mongo } from '@tributary/mongo';

interface LeaseRow {
  readonly _id: string;
  readonly owner: string;
  readonly expiresAt: Date;
}

/**
 * Takes or renews the lease `name` for `owner`, for `ttlMs` from now by the database's view of it. False
 * while somebody else holds it. A lease spares double work; it never guards money, which unique
 * indexes do.
 */
export async function holdLease(
  mongo: Mongo,
  lease: { name: string; owner: string; ttlMs: number },
): Promise<boolean> {
  const leases = mongo.connection.collection<LeaseRow>('leases');
  const { name, owner, ttlMs } = lease;
  const now = mongo.clock.now();
  const free = { _id: name, $or: [{ owner }, { expiresAt: { $lt: now } }] };
  const held = { $set: { owner, expiresAt: new Date(now.getTime() + ttlMs) } };
  try {
    const result = await leases.updateOne(free, held, { upsert: true });
    return result.matchedCount + result.upsertedCount === 1;
  } catch (error) {
    // The upsert met the row of another owner.
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

/** Gives the lease back early, so that another instance need not wait for its end. */
export async function dropLease(mongo: Mongo, name: string, owner: string): Promise<void> {
  await mongo.connection.collection<LeaseRow>('leases').deleteOne({ _id: name, owner });
}
