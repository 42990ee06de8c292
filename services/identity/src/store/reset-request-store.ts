import { type Session as MongoSession } from '@tributary/mongo';
import { HOUR_MS } from '@tributary/units';
import { type Collections } from './collections.ts';

/** A request for a password reset that waits for the worker. */
export interface ResetRequest {
  readonly id: string;
  readonly email: string;
}

/** Requests for password resets; in a transaction where a session is given. */
export const resetRequestStore = (
  { resetRequests }: Collections,
  session: MongoSession | null = null,
) => ({
  create: async (id: string, email: string, now: Date): Promise<void> => {
    const expiresAt = new Date(now.getTime() + HOUR_MS);
    await resetRequests.create([{ _id: id, email, expiresAt }], { session });
  },
  /** Oldest first. */
  list: async (limit: number): Promise<ResetRequest[]> => {
    const documents = await resetRequests.find().sort({ _id: 1 }).limit(limit).lean();
    return documents.map(({ _id: id, email }) => ({ id, email }));
  },
  /** False where another instance has handled it. */
  delete: async (id: string): Promise<boolean> => {
    const { deletedCount } = await resetRequests.deleteOne({ _id: id }).session(session);
    return deletedCount === 1;
  },
});
