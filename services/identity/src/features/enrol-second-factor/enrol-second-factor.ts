import { recordChange } from '@tributary/mongo';
import { type Actor } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { enrolmentChange } from '../../domain/audit-entry.ts';
import { secretContext, type SecondFactor } from '../../domain/second-factor.ts';
import { enrolmentUri } from '../../domain/totp.ts';
import { requireSecondFactor } from '../../workflows/require-second-factor.ts';
import { newTotpSecret } from '../../workflows/second-factor-codes.ts';

/**
 * Begins to add an authenticator app. Its secret replaces an unconfirmed one.
 * @throws conflict `second_factor_enrolled`; forbidden `second_factor_required`
 */
export const enrolSecondFactor =
  ({
    users,
    transaction,
    cipher,
    clock,
  }: Pick<Deps, 'users' | 'transaction' | 'cipher' | 'clock'>) =>
  async (actor: Actor): Promise<{ secret: string; uri: string }> => {
    const userId = actor.memberId;
    const { email } = await users.get(userId);
    const secret = newTotpSecret();
    await transaction(async (stores) => {
      const before = await stores.secondFactors.find(userId);
      const begun: SecondFactor = {
        id: userId,
        sealedSecret: cipher.encrypt(secret, secretContext(userId)),
        confirmedAt: null,
        lastStep: 0,
        recoveryHashes: [],
        createdAt: clock.now(),
      };
      await stores.secondFactors.saveUnconfirmed(begun);
      recordChange(enrolmentChange(before, begun));
      await requireSecondFactor(stores, actor);
    });
    return { secret, uri: enrolmentUri(secret, email) };
  };
