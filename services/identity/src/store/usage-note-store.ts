import { type Session as MongoSession } from '@tributary/mongo';
import { type Collections } from './collections.ts';

/** The API limits, by month, that were published. */
export const usageNoteStore = (
  { usageNotes }: Collections,
  session: MongoSession | null = null,
) => ({
  /** @throws the database's duplicate key error where the limit was published before */
  create: async (id: string, notedAt: Date): Promise<void> => {
    await usageNotes.create([{ _id: id, notedAt }], { session });
  },
});
