import { type AppError, notFound } from '@tributary/errors';
import { recordChange } from '@tributary/mongo';
import type { Deps } from '../../deps.ts';
import type { Commission } from '../../domain/commission.ts';
import { decideFraudReview, type FraudDecision } from '../../domain/second-verdict.ts';

type ReviewDeps = Pick<
  Deps,
  'stores' | 'withAffiliateLock' | 'transaction' | 'saveChanges' | 'clock' | 'newId'
>;

const noSuchHold = (): AppError => notFound('not_found', { message: 'There is no such record' });

/**
 * Takes a brand's decision on one of its held commissions.
 * @throws not_found for another brand's
 */
export const reviewFraudHold =
  (deps: ReviewDeps) =>
  async (
    { commissionId, brandId }: { readonly commissionId: string; readonly brandId: string },
    decision: FraudDecision,
  ): Promise<Commission> => {
    const [known] = await deps.stores.commissions.listByIds([commissionId]);
    if (known?.brandId !== brandId) throw noSuchHold();
    return deps.withAffiliateLock([known.affiliateId], () =>
      deps.transaction(async (scope) => {
        const [commission] = await scope.commissions.listByIds([commissionId]);
        if (commission === undefined) throw noSuchHold();
        const stamps = { now: deps.clock.now(), newId: deps.newId };
        const changes = decideFraudReview(commission, decision, stamps);
        await deps.saveChanges(scope, changes);
        const [decided = commission] = changes.changed;
        const { affiliateId: accountId } = commission;
        const records = { before: commission, after: decided };
        recordChange({ kind: 'commission', id: commissionId, accountId, ...records });
        return decided;
      }),
    );
  };
