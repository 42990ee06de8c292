import { isAppError } from '@tributary/errors';
import { backOffMs, mapConcurrent, withLease } from '@tributary/work';
import { type GroupResult } from '../../clients/providers/provider.ts';
import { type Deps } from '../../deps.ts';
import { after, backOffFrom } from '../../domain/due.ts';
import { decideBatch, type PayoutBatch } from '../../domain/payout-run.ts';
import { decideLeaveGroup } from '../../domain/payout-steps.ts';
import { decideOutcome } from '../../domain/provider-outcome.ts';
import { type ClaimedWork } from '../../store/due-work.ts';
import { type LoadedPayout } from '../../store/payout-documents.ts';
import { paymentOrderOf } from '../../workflows/payment-order.ts';
import { saveDecision, type SaveDeps } from '../../workflows/save-decision.ts';

const FIRST_RECHECK_MS = 500;
const CONCURRENT_SAVES = 8;

type AdvanceDeps = SaveDeps &
  Pick<
    Deps,
    'batches' | 'leaseMs' | 'metrics' | 'payouts' | 'providers' | 'retryMs' | 'transaction'
  >;

/**
 * Advances one batch of scheduled payouts: submits its group to the provider, and publishes the batch's progress.
 * @returns whether there may be more to do
 */
export const advanceBatches = (deps: AdvanceDeps) => async (): Promise<boolean> => {
  const { leaseMs } = deps;
  const queue = deps.batches.due(leaseMs);
  const [claimed] = await queue.claim(1);
  if (claimed === undefined) return false;
  try {
    const renewal = { leaseMs, renew: () => queue.renew(claimed) };
    const hasAdvanced = await withLease(renewal, () => advance(deps, claimed));
    if (!hasAdvanced) await postpone(deps, claimed, FIRST_RECHECK_MS);
  } catch (error) {
    const isUnavailable = isAppError(error) && error.kind === 'unavailable';
    const { outageErrors, unexpectedErrors } = deps.metrics;
    (isUnavailable ? outageErrors : unexpectedErrors).inc({ where: 'advance-batches' });
    const level = isUnavailable ? 'warn' : 'error';
    deps.log[level]({ err: error, batch_id: claimed.work.id }, 'payout batch postponed');
    await postpone(deps, claimed, deps.retryMs);
  }
  return true;
};

function postpone(
  deps: Pick<Deps, 'batches' | 'clock'>,
  claimed: ClaimedWork<PayoutBatch>,
  firstMs: number,
): Promise<void> {
  const waitMs = backOffMs(claimed.attempts + 1, backOffFrom(firstMs));
  return deps.batches.postpone(claimed, after(deps.clock.now(), waitMs));
}

/** False where the batch's state did not change. */
async function advance(deps: AdvanceDeps, claimed: ClaimedWork<PayoutBatch>): Promise<boolean> {
  const { work: batch } = claimed;
  const before = await deps.batches.tally(batch.id);
  // The group must be final before the provider gets any of it.
  if (before.reserving === 0 && before.waiting > 0) await submitGroup(deps, batch);
  const decided = decideBatch(batch, await deps.batches.tally(batch.id), deps.clock.now());
  if (decided === undefined) return false;
  try {
    await deps.transaction(async ({ batches, outbox }) => {
      await batches.save(decided.batch, claimed);
      await outbox.add(...decided.events);
    });
    deps.log.info({ batch_id: batch.id, to: decided.batch.status }, 'payout batch advanced');
  } catch (error) {
    if (!isAppError(error) || error.code !== 'payout_batch_changed_meanwhile') throw error;
  }
  return true;
}

/** Submits a group to its provider in one call, which may be repeated. */
async function submitGroup(deps: AdvanceDeps, { id, provider }: PayoutBatch): Promise<void> {
  const submit = deps.providers[provider].submitGroup;
  const group = await deps.payouts.listGroup(id);
  if (submit === undefined || group.length === 0) return;
  const orders = group.map((loaded) => paymentOrderOf(loaded, deps.clock.now()));
  const result = await submit(id, orders);
  await mapConcurrent(group, CONCURRENT_SAVES, (loaded) => saveOutcome(deps, loaded, result));
}

async function saveOutcome(
  deps: SaveDeps,
  loaded: LoadedPayout,
  result: GroupResult,
): Promise<void> {
  const { payout } = loaded;
  if (result.kind === 'refused') {
    await saveDecision(deps, loaded, decideLeaveGroup(payout));
    return;
  }
  const outcome = result.outcomes.get(payout.id);
  // Not listed by the provider yet: the batch is submitted again.
  if (outcome === undefined) return;
  const decided = decideOutcome(payout, outcome, deps.clock.now());
  if (decided !== undefined) await saveDecision(deps, loaded, decided);
}
