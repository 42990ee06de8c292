import { type Session as MongoSession, toDocument } from '@tributary/mongo';
import { type SignInChallenge } from '../domain/sign-in-challenge.ts';
import { type Collections } from './collections.ts';

/** Sign-ins that wait for their second factor; in a transaction where a session is given. */
export const signInChallengeStore = (
  { signInChallenges }: Collections,
  session: MongoSession | null = null,
) => ({
  create: async (challenge: SignInChallenge): Promise<void> => {
    await signInChallenges.create([toDocument(challenge)], { session });
  },
});
