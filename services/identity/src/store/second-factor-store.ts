import { type Session as MongoSession } from '@tributary/mongo';
import { type Collections } from './collections.ts';

/** Second factors by person; in a transaction where a session is given. */
export const secondFactorStore = (
  { secondFactors }: Collections,
  session: MongoSession | null = null,
) => ({
  /** Whether the person's sign-ins require a second factor. */
  isRequired: async (userId: string): Promise<boolean> => {
    const confirmed = { _id: userId, confirmedAt: { $ne: null } };
    return (await secondFactors.exists(confirmed).session(session)) !== null;
  },
});
