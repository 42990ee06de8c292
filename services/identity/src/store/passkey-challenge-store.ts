import { fromDocument, toDocument } from '@tributary/mongo';
import { type PasskeyChallenge } from '../domain/passkey.ts';
import { type Collections } from './collections.ts';

/** Challenges that authenticators have not signed yet. */
export const passkeyChallengeStore = ({ passkeyChallenges }: Collections) => ({
  create: async (challenge: PasskeyChallenge): Promise<void> => {
    await passkeyChallenges.create(toDocument(challenge));
  },
  /** Deletes a valid challenge and returns it: of several requests with one challenge, one gets it. */
  take: async (id: string, now: Date): Promise<PasskeyChallenge | undefined> => {
    const valid = { _id: id, expiresAt: { $gt: now } };
    const document = await passkeyChallenges.findOneAndDelete(valid).lean();
    return document === null ? undefined : fromDocument<PasskeyChallenge>(document);
  },
});
