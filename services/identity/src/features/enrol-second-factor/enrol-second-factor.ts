import { type Deps } from '../../deps.ts';
import { secretContext } from '../../domain/second-factor.ts';
import { enrolmentUri } from '../../domain/totp.ts';
import { newTotpSecret } from '../../workflows/second-factor-codes.ts';

/**
 * Begins to add an authenticator app. Its secret replaces an unconfirmed one.
 * @throws conflict `second_factor_enrolled`
 */
export const enrolSecondFactor =
  ({
    users,
    secondFactors,
    cipher,
    clock,
  }: Pick<Deps, 'users' | 'secondFactors' | 'cipher' | 'clock'>) =>
  async (userId: string): Promise<{ secret: string; uri: string }> => {
    const { email } = await users.get(userId);
    const secret = newTotpSecret();
    await secondFactors.saveUnconfirmed({
      id: userId,
      sealedSecret: cipher.encrypt(secret, secretContext(userId)),
      confirmedAt: null,
      lastStep: 0,
      recoveryHashes: [],
      createdAt: clock.now(),
    });
    return { secret, uri: enrolmentUri(secret, email) };
  };
