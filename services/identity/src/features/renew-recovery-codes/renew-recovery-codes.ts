import { recordChange } from '@tributary/mongo';
import { recoveryCodesChange } from '../../domain/audit-entry.ts';
import { secondFactorEvent } from '../../domain/second-factor.ts';
import { newRecoveryCodes, withCode } from '../../workflows/second-factor-codes.ts';

/** Replaces the recovery codes for a code. @throws forbidden `wrong_code`; rate_limited */
export const renewRecoveryCodes =
  (deps: Parameters<typeof withCode>[0]) =>
  (userId: string, code: string): Promise<readonly string[]> => {
    const { codes, hashes: recoveryHashes } = newRecoveryCodes();
    return withCode(deps, { userId, code }, async ({ secondFactors, outbox }, now) => {
      const before = await secondFactors.find(userId);
      await secondFactors.saveRecoveryHashes(userId, recoveryHashes);
      recordChange(recoveryCodesChange(userId, before?.recoveryHashes ?? [], recoveryHashes));
      const renewed = { id: userId, recoveryHashes };
      await outbox.add(secondFactorEvent(renewed, 'recovery_codes_renewed', { now }));
      return codes;
    });
  };
