import type { AdjustedConversion } from '@tributary/contracts';
import { isDuplicateKey } from '@tributary/mongo';
import type { Deps } from '../../deps.ts';
import { decideAdjustment } from '../../domain/adjustment.ts';
import {
  type Adjustment,
  type AdjustmentOutcome,
  unknownConversion,
} from '../../domain/earned-conversion.ts';

const adjustmentOf = (adjusted: AdjustedConversion): Adjustment => ({
  id: adjusted.adjustmentId,
  reason: adjusted.adjustmentType,
  whole: adjusted.adjustmentType !== 'partial_refund' || adjusted.status === 'reversed',
  refundedMinor: adjusted.refundedMinor,
});

/**
 * Takes back what a refund or chargeback leaves nobody to owe; once per adjustment. One that comes
 * before the approval of its conversion is kept and applied with it.
 */
export const applyAdjustment =
  (deps: Deps) =>
  async (adjusted: AdjustedConversion): Promise<AdjustmentOutcome> => {
    const { conversionId } = adjusted;
    const known = await deps.stores.conversions.findByIds([conversionId]);
    const affiliateIds = known.get(conversionId)?.affiliateIds ?? [];
    return deps.lanes.run(affiliateIds, async () => {
      try {
        return await applyInTransaction(deps, adjusted);
      } catch (error) {
        // The approval came at the same moment; now it is found.
        if (isDuplicateKey(error)) return applyInTransaction(deps, adjusted);
        throw error;
      }
    });
  };

const applyInTransaction = (deps: Deps, adjusted: AdjustedConversion): Promise<AdjustmentOutcome> =>
  deps.transaction(async (scope) => {
    const { conversionId } = adjusted;
    const known = await scope.conversions.findByIds([conversionId]);
    const conversion = known.get(conversionId) ?? unknownConversion(conversionId);
    const commissions = await scope.commissions.listByIds(conversion.commissionIds);
    const making = { now: deps.clock.now(), newId: deps.newId };
    const book = { conversion, commissions: inOrder(commissions, conversion.commissionIds) };
    const { outcome, changes } = decideAdjustment(book, adjustmentOf(adjusted), making);
    await deps.saveChanges(scope, changes);
    const { reversedCommissions, adjustedCommissions } = outcome;
    return { reversedCommissions, adjustedCommissions };
  });

/** In the order of their shares, which decides who gets the odd cent. */
const inOrder = <T extends { readonly id: string }>(
  found: readonly T[],
  ids: readonly string[],
): readonly T[] => {
  const byId = new Map(found.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
};
