import { recordChange } from '@tributary/mongo';
import { type Deps } from '../deps.ts';
import { secondFactorChange } from '../domain/audit-entry.ts';
import { codeMethods, notEnrolled, secondFactorEvent } from '../domain/second-factor.ts';

type Stores = Parameters<Parameters<Deps['transaction']>[0]>[0];

/**
 * Deletes a person's second factor, in the caller’s transaction. Sessions state it no more from their next
 * access token on. @throws conflict `second_factor_not_enrolled`
 */
export async function deleteSecondFactor(
  { secondFactors, sessions, outbox }: Stores,
  { userId, byUserId }: { readonly userId: string; readonly byUserId: string },
  now: Date,
): Promise<void> {
  const factor = await secondFactors.delete(userId);
  if (factor === undefined) throw notEnrolled();
  recordChange(secondFactorChange(userId, false));
  await sessions.removeMethods(userId, codeMethods);
  const change = byUserId === userId ? 'removed' : 'removed_by_admin';
  await outbox.add(
    secondFactorEvent({ id: userId, recoveryHashes: [] }, change, { byUserId, now }),
  );
}

/**
 * Deletes a second factor that was confirmed at `since` or later, in the caller’s transaction, which ends
 * the sessions as well.
 */
export async function deleteSecondFactorSince(
  { secondFactors, outbox }: Stores,
  { userId, since }: { readonly userId: string; readonly since: Date },
  now: Date,
): Promise<void> {
  if (!(await secondFactors.deleteConfirmedSince(userId, since))) return;
  recordChange(secondFactorChange(userId, false));
  await outbox.add(secondFactorEvent({ id: userId, recoveryHashes: [] }, 'removed', { now }));
}
