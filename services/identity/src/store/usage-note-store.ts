import { type Session as MongoSession } from '@tributary/mongo';
import { type Models } from './models.ts';

/** Which limits of which months were told of. */
export const usageNoteStore = ({ usageNotes }: Models, session: MongoSession | null = null) => ({
  /** A duplicate passes through as the database's own error. */
  create: async (id: string, notedAt: Date): Promise<void> => {
    await usageNotes.create([{ _id: id, notedAt }], { session });
  },
});
