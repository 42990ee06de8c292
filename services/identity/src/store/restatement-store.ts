import { type Session } from '@tributary/mongo';
import { type Collections } from './collections.ts';
import { type RestatementDocument } from './restatement-collections.ts';

const SUSPENSIONS = 'suspensions';

/** How far the suspended accounts have been published again; in a transaction where a session is given. */
export function restatementStore({ restatements }: Collections, session: Session | null = null) {
  const within = session === null ? {} : { session };
  return {
    /** Undefined before the first. */
    find: async (): Promise<Omit<RestatementDocument, '_id'> | undefined> =>
      (await restatements.findOne({ _id: SUSPENSIONS }, within)) ?? undefined,
    save: async (progress: Omit<RestatementDocument, '_id'>): Promise<void> => {
      const options = { ...within, upsert: true };
      await restatements.updateOne({ _id: SUSPENSIONS }, { $set: progress }, options);
    },
  };
}
