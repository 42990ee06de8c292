import { type Deps } from '../deps.ts';
import { PASSKEY_CHALLENGE_MS, type PasskeyChallenge } from '../domain/passkey.ts';
import { digestOf, newPasskeyToken } from './opaque-token.ts';

/** For what a challenge is, and for which login and session. */
export type ChallengeScope = Pick<PasskeyChallenge, 'purpose' | 'userId' | 'sessionId'>;

/** The scope of a sign-in, of which nobody is known yet. */
export const signInScope = { purpose: 'sign_in', userId: null, sessionId: null } as const;

/** Stores the challenge of options for a browser and returns the token that completes it. */
export async function openPasskeyChallenge(
  { passkeyChallenges, clock }: Pick<Deps, 'passkeyChallenges' | 'clock'>,
  scope: ChallengeScope,
  challenge: string,
): Promise<string> {
  const token = newPasskeyToken();
  const expiresAt = new Date(clock.now().getTime() + PASSKEY_CHALLENGE_MS);
  await passkeyChallenges.create({ id: digestOf(token), ...scope, challenge, expiresAt });
  return token;
}

/** The challenge of a token, which is used up by it; undefined for any other scope. */
export async function takePasskeyChallenge(
  { passkeyChallenges, clock }: Pick<Deps, 'passkeyChallenges' | 'clock'>,
  token: string,
  scope: ChallengeScope,
): Promise<string | undefined> {
  const taken = await passkeyChallenges.take(digestOf(token), clock.now());
  const isOfScope =
    taken?.purpose === scope.purpose &&
    taken.userId === scope.userId &&
    taken.sessionId === scope.sessionId;
  return isOfScope ? taken.challenge : undefined;
}
