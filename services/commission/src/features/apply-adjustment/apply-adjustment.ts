import type { AdjustedConversion } from '@tributary/contracts';
import { isDuplicateKey } from '@tributary/mongo';
import type { Deps } from '../../deps.ts';
import { decideAdjustment } from '../../domain/adjustment.ts';
import {
  type Adjustment,
  type AdjustmentOutcome,
  unknownConversion,
} from '../../domain/earned-conversion.ts';

type AdjustDeps = Pick<
  Deps,
  'stores' | 'withAffiliateLock' | 'transaction' | 'saveChanges' | 'clock' | 'newId'
>;

const adjustmentOf = (adjusted: AdjustedConversion): Adjustment => ({
  id: adjusted.adjustmentId,
  reason: adjusted.adjustmentType,
  whole: adjusted.adjustmentType !== 'partial_refund' || adjusted.status === 'reversed',
  refundedMinor: adjusted.refundedMinor,
  ...(adjusted.revision === undefined ? {} : { revision: adjusted.revision }),
});

/**
 * Lowers or cancels the commissions of a conversion by a refund or chargeback; once per adjustment. An adjustment that
 * arrives before the conversion's approval is stored and applied with the approval.
 */
export const applyAdjustment =
  (deps: AdjustDeps) =>
  async (adjusted: AdjustedConversion): Promise<AdjustmentOutcome> => {
    const { conversionId } = adjusted;
    const known = await deps.stores.conversions.findByIds([conversionId]);
    const affiliateIds = known.get(conversionId)?.affiliateIds ?? [];
    return deps.withAffiliateLock(affiliateIds, async () => {
      try {
        return await applyInTransaction(deps, adjusted);
      } catch (error) {
        // The approval was stored at the same moment; the second run finds it.
        if (isDuplicateKey(error)) return applyInTransaction(deps, adjusted);
        throw error;
      }
    });
  };

const applyInTransaction = (
  deps: AdjustDeps,
  adjusted: AdjustedConversion,
): Promise<AdjustmentOutcome> =>
  deps.transaction(async (scope) => {
    const { conversionId } = adjusted;
    const known = await scope.conversions.findByIds([conversionId]);
    const conversion = known.get(conversionId) ?? unknownConversion(conversionId);
    const commissions = await scope.commissions.listByIds(conversion.commissionIds);
    const stamps = { now: deps.clock.now(), newId: deps.newId };
    const book = { conversion, commissions: inOrder(commissions, conversion.commissionIds) };
    const { outcome, changes } = decideAdjustment(book, adjustmentOf(adjusted), stamps);
    await deps.saveChanges(scope, changes);
    const { reversedCommissions, adjustedCommissions } = outcome;
    return { reversedCommissions, adjustedCommissions };
  });

/** In the order of the shares, because the first share gets the odd cent. */
const inOrder = <T extends { readonly id: string }>(
  found: readonly T[],
  ids: readonly string[],
): readonly T[] => {
  const byId = new Map(found.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};
