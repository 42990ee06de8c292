import { recordChange } from '@tributary/mongo';
import { type Actor } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { type IssuedAccessToken } from '../../domain/access-claims.ts';
import { secondFactorChange } from '../../domain/audit-entry.ts';
import {
  alreadyEnrolled,
  codeMethods,
  notEnrolled,
  secondFactorEvent,
  wrongCode,
} from '../../domain/second-factor.ts';
import { renewProof } from '../../workflows/renew-proof.ts';
import { requireSecondFactor } from '../../workflows/require-second-factor.ts';
import { newRecoveryCodes, stepOfCode } from '../../workflows/second-factor-codes.ts';

/**
 * Puts the second factor in force by a first code of the app, for the caller's session at once.
 * @throws forbidden `wrong_code`, `second_factor_required`; conflict `second_factor_enrolled`, `second_factor_not_enrolled`
 */
export const confirmSecondFactor =
  (deps: Pick<Deps, 'cipher' | 'limits' | 'tokens' | 'transaction' | 'clock'>) =>
  async (
    actor: Actor,
    code: string,
  ): Promise<{ codes: readonly string[]; access: IssuedAccessToken }> => {
    await deps.limits.codes.consume(actor.memberId);
    const { codes, hashes: recoveryHashes } = newRecoveryCodes();
    const access = await deps.transaction(async (stores) => {
      const now = deps.clock.now();
      const factor = await stores.secondFactors.find(actor.memberId);
      if (factor === undefined) throw notEnrolled();
      if (factor.confirmedAt !== null) throw alreadyEnrolled();
      await requireSecondFactor(stores, actor);
      const lastStep = stepOfCode(deps, factor, code, now);
      if (lastStep === undefined) throw wrongCode();
      const confirmed = { confirmedAt: now, lastStep, recoveryHashes };
      if (!(await stores.secondFactors.confirm(factor, confirmed))) throw alreadyEnrolled();
      recordChange(secondFactorChange(actor.memberId, true));
      await stores.outbox.add(secondFactorEvent({ ...factor, ...confirmed }, 'added', { now }));
      return renewProof(deps, stores, { actor, authMethods: codeMethods }, now);
    });
    return { codes, access };
  };
