import type { Deps } from '../deps.ts';
import type { Commission } from '../domain/commission.ts';
import { decideVerdicts, mustBeJudged, verdictsSince } from '../domain/second-verdict.ts';

export type JudgeDeps = Pick<
  Deps,
  'clock' | 'judgeAgain' | 'saveChanges' | 'stores' | 'transaction' | 'withAffiliateLock'
>;

/** Most conversions of one call. */
const BATCH_SIZE = 500;

/** Stores the verdicts of an affiliate's commissions, unless another instance has stored them meanwhile. */
const saveVerdicts = (
  { clock, saveChanges, transaction, withAffiliateLock }: JudgeDeps,
  commissions: readonly Commission[],
  verdicts: Parameters<typeof decideVerdicts>[1],
  answeredAt: Date | undefined,
): Promise<void> =>
  withAffiliateLock([commissions[0]?.affiliateId ?? ''], () =>
    transaction(async (scope) => {
      const found = await scope.commissions.listByIds(commissions.map(({ id }) => id));
      const since = verdictsSince(clock.now());
      const unjudged = found.filter((one) => mustBeJudged(one, since));
      await saveChanges(scope, decideVerdicts(unjudged, verdicts, answeredAt));
    }),
  );

/**
 * Lets attribution judge the commissions' orders again, and stores the verdicts. Where it does not know an order or is not
 * available, the commissions wait with that reason.
 * @param commissions those that must be judged
 * @returns whether all were judged
 */
export const judgeOrders =
  (deps: JudgeDeps) =>
  async (commissions: readonly Commission[]): Promise<boolean> => {
    let isComplete = true;
    for (let at = 0; at < commissions.length; at += BATCH_SIZE) {
      const batch = commissions.slice(at, at + BATCH_SIZE);
      const ids = [...new Set(batch.map(({ conversionId }) => conversionId))];
      const found = await deps.judgeAgain(ids, await deps.stores.conversions.listApprovals(ids));
      // By this service's clock, which decides how long it counts.
      const judgedAt = deps.clock.now();
      const answeredAt = found === undefined ? undefined : judgedAt;
      const verdicts = new Map(
        [...(found ?? [])].map(([id, verdict]) => [id, { ...verdict, judgedAt }]),
      );
      if (verdicts.size < ids.length) isComplete = false;
      const byAffiliate = Map.groupBy(batch, ({ affiliateId }) => affiliateId);
      await Promise.all(
        [...byAffiliate.values()].map((alike) => saveVerdicts(deps, alike, verdicts, answeredAt)),
      );
    }
    return isComplete;
  };
