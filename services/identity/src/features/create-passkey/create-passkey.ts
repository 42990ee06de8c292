import { userPasskeyChanged } from '@tributary/contracts';
import { conflict, invalid } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import { type Actor } from '@tributary/service';
import { type RegistrationResponse } from '../../clients/passkey-verifier.ts';
import { type Deps } from '../../deps.ts';
import { passkeyChange } from '../../domain/audit-entry.ts';
import { MAX_PASSKEYS, type Passkey } from '../../domain/passkey.ts';
import { takePasskeyChallenge } from '../../workflows/passkey-challenge.ts';
import { requireSecondFactor } from '../../workflows/require-second-factor.ts';

interface Input {
  readonly actor: Actor;
  readonly challengeToken: string;
  readonly credential: RegistrationResponse;
  readonly name: string;
}

type Stores = Parameters<Parameters<Deps['transaction']>[0]>[0];

const invalidPasskey = () =>
  invalid('invalid_passkey', { message: 'The passkey was not accepted; begin again' });

/** Refuses where the session has ended meanwhile, as by a reset of the password. */
async function requireOpenSession({ sessions }: Stores, sessionId: string | null): Promise<void> {
  if (sessionId === null) return;
  const session = await sessions.find(sessionId);
  if (session?.revokedAt !== null) throw invalidPasskey();
}

/**
 * Registers the passkey that has signed the challenge of this session, and informs its owner.
 * @throws invalid `invalid_passkey`; forbidden `second_factor_required`; conflict `passkey_registered`, `passkey_limit_reached`
 */
export const createPasskey =
  (deps: Pick<Deps, 'passkeyChallenges' | 'passkeyVerifier' | 'transaction' | 'clock' | 'newId'>) =>
  async ({ actor, challengeToken, credential, name }: Input): Promise<Passkey> => {
    const { memberId: userId, sessionId = null } = actor;
    const scope = { purpose: 'register', userId, sessionId } as const;
    const challenge = await takePasskeyChallenge(deps, challengeToken, scope);
    if (challenge === undefined) throw invalidPasskey();
    const verified = await deps.passkeyVerifier.verifyRegistration(credential, challenge);
    if (verified === undefined) throw invalidPasskey();
    return deps.transaction(async (stores) => {
      const now = deps.clock.now();
      const user = await stores.users.get(userId);
      // Two passkeys at once, or a reset at the same time, conflict by this write.
      await stores.users.save({ ...user, updatedAt: now });
      await requireOpenSession(stores, sessionId);
      await requireSecondFactor(stores, actor);
      if ((await stores.passkeys.listOf(userId)).length >= MAX_PASSKEYS) {
        throw conflict('passkey_limit_reached', { message: 'Remove a passkey first' });
      }
      const times = { copySuspectedAt: null, createdAt: now, lastUsedAt: null };
      const passkey: Passkey = { id: deps.newId(), userId, name, ...verified, ...times };
      await stores.passkeys.create(passkey);
      recordChange(passkeyChange(passkey, { after: passkey }));
      const changedAt = now.toISOString();
      await stores.outbox.add(userPasskeyChanged({ userId, name, change: 'added', changedAt }));
      return passkey;
    });
  };
