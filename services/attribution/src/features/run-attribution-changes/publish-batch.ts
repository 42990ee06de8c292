import {
  attributionChangeApplied,
  attributionChangeUndone,
  type MovedCredit,
} from '@tributary/contracts';
import { type ClaimedChange } from '../../store/attribution-change-store.ts';
import { type ChangeAffiliate } from '../../store/changed-conversion-store.ts';
import { type RunDeps } from './run-deps.ts';

/** Sums of one step; no affiliate has as many currencies. */
const SUMS_PER_STEP = 400;

/** Publishes one event for each of the next affiliates whose commissions moved. */
export async function publishBatch(
  deps: Pick<RunDeps, 'changedConversions' | 'transaction'>,
  change: ClaimedChange,
): Promise<void> {
  const { id, publishedTo } = change;
  const found = await deps.changedConversions.listAffiliates(id, publishedTo, SUMS_PER_STEP);
  const isOver = found.length < SUMS_PER_STEP;
  const byAffiliate = [...Map.groupBy(found, ({ affiliateId }) => affiliateId).values()];
  // The last affiliate of a full page may have further currencies.
  const whole = isOver ? byAffiliate : byAffiliate.slice(0, -1);
  const last = whole.at(-1)?.at(-1)?._id ?? publishedTo;
  const isApplied = change.status === 'applying';
  const eventOf = isApplied ? attributionChangeApplied : attributionChangeUndone;
  const ended = { status: isApplied ? ('applied' as const) : ('undone' as const) };
  await deps.transaction(async ({ attributionChanges, outbox }) => {
    await outbox.add(
      ...whole.flatMap((sums) => movedCreditOf(change, sums)).map((data) => eventOf(data)),
    );
    const reached = { publishedTo: last, ...(isOver ? ended : {}) };
    await attributionChanges.saveStep(change, reached, isOver);
  });
}

/** None for an affiliate whose amounts cancel out. */
function movedCreditOf(
  change: ClaimedChange,
  sums: readonly ChangeAffiliate[],
): readonly MovedCredit[] {
  const phase = change.status === 'applying' ? 'applied' : 'undone';
  const totals = sums.flatMap(({ currency, [phase]: moved }) =>
    moved === undefined || moved.beforeMinor === moved.afterMinor ? [] : [{ currency, ...moved }],
  );
  const affiliateId = sums[0]?.affiliateId;
  if (affiliateId === undefined || totals.length === 0) return [];
  const { id: changeId, campaignId, campaignName, brandId } = change;
  return [{ changeId, campaignId, campaignName, brandId, affiliateId, totals }];
}
