import { userPasskeyChanged } from '@tributary/contracts';
import { type AssertionResponse } from '../clients/passkey-verifier.ts';
import { type Deps } from '../deps.ts';
import { isCounterRegression, type Passkey } from '../domain/passkey.ts';
import { type ChallengeScope, takePasskeyChallenge } from './passkey-challenge.ts';

interface Input {
  readonly credential: AssertionResponse;
  readonly challengeToken: string;
  readonly scope: ChallengeScope;
}

type VerifyDeps = Pick<
  Deps,
  'passkeys' | 'passkeyChallenges' | 'passkeyVerifier' | 'transaction' | 'clock' | 'log'
>;

/** Alerts the owner, once for each passkey. */
async function reportCopy(
  { transaction, clock, log }: VerifyDeps,
  passkey: Passkey,
): Promise<void> {
  const { id, userId, name } = passkey;
  log.warn({ user_id: userId, passkey_id: id }, 'the counter of a passkey went back');
  await transaction(async ({ passkeys, outbox }) => {
    const now = clock.now();
    if (!(await passkeys.suspectCopy(id, now))) return;
    const changedAt = now.toISOString();
    await outbox.add(userPasskeyChanged({ userId, name, change: 'copy_suspected', changedAt }));
  });
}

const ownerOf = ({ response }: AssertionResponse): string =>
  Buffer.from(response.userHandle ?? '', 'base64url').toString();

/**
 * The passkey that has signed the challenge, its use recorded. Undefined for any other answer: unknown
 * passkey, foreign login, used or expired challenge, wrong origin, wrong signature. A counter that
 * went back is refused as well, and its owner alerted.
 */
export const verifyPasskey =
  (deps: VerifyDeps) =>
  async ({ credential, challengeToken, scope }: Input): Promise<Passkey | undefined> => {
    const challenge = await takePasskeyChallenge(deps, challengeToken, scope);
    const passkey = await deps.passkeys.findByCredential(credential.id);
    if (challenge === undefined || passkey === undefined) return undefined;
    const { userId } = passkey;
    if (ownerOf(credential) !== userId || (scope.userId ?? userId) !== userId) return undefined;
    const signCount = await deps.passkeyVerifier.verifyAssertion(credential, {
      challenge,
      passkey,
    });
    if (signCount === undefined) return undefined;
    const isRecorded =
      !isCounterRegression(passkey, signCount) &&
      (await deps.passkeys.recordUse(passkey.id, signCount, deps.clock.now()));
    if (isRecorded) return passkey;
    await reportCopy(deps, passkey);
    return undefined;
  };
