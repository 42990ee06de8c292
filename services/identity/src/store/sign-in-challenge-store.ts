import { fromDocument, type Session as MongoSession, toDocument } from '@tributary/mongo';
import { MAX_ATTEMPTS, type SignInChallenge } from '../domain/sign-in-challenge.ts';
import { type Collections } from './collections.ts';

/** Sign-ins that wait for their second factor; in a transaction where a session is given. */
export const signInChallengeStore = (
  { signInChallenges }: Collections,
  session: MongoSession | null = null,
) => ({
  create: async (challenge: SignInChallenge): Promise<void> => {
    await signInChallenges.create([toDocument(challenge)], { session });
  },
  /** Counts an attempt. Undefined where the challenge has expired, or all attempts were made. */
  countAttempt: async (id: string, now: Date): Promise<SignInChallenge | undefined> => {
    const open = { _id: id, attempts: { $lt: MAX_ATTEMPTS }, expiresAt: { $gt: now } };
    const counted = { $inc: { attempts: 1 } };
    const document = await signInChallenges.findOneAndUpdate(open, counted).session(session).lean();
    return document === null ? undefined : fromDocument<SignInChallenge>(document);
  },
  /** False where another request has finished the sign-in. */
  delete: async (id: string): Promise<boolean> => {
    const { deletedCount } = await signInChallenges.deleteOne({ _id: id }).session(session);
    return deletedCount === 1;
  },
});
