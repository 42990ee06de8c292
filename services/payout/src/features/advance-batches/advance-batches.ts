import { isAppError } from '@tributary/errors';
import { backOffMs, mapConcurrent, withLease } from '@tributary/work';
import { type GroupResult } from '../../clients/providers/provider.ts';
import { type Deps } from '../../deps.ts';
import { after, backOffFrom } from '../../domain/due.ts';
import { decideBatch, type PayoutBatch } from '../../domain/payout-run.ts';
import { decideLeaveGroup } from '../../domain/payout-steps.ts';
import { decideOutcome } from '../../domain/provider-outcome.ts';
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
  const claimed = await deps.batches.claimDue(after(deps.clock.now(), deps.leaseMs));
  if (claimed === undefined) return false;
  const { work: batch, attempts } = claimed;
  try {
    const { leaseMs } = deps;
    const renew = () => deps.batches.renewLease(batch, after(deps.clock.now(), leaseMs));
    const hasAdvanced = await withLease({ leaseMs, renew }, () => advance(deps, batch));
    if (!hasAdvanced) {
      await postpone(deps, batch, backOffMs(attempts + 1, backOffFrom(FIRST_RECHECK_MS)));
    }
  } catch (error) {
    const isUnavailable = isAppError(error) && error.kind === 'unavailable';
    if (!isUnavailable) deps.metrics.unexpectedErrors.inc({ where: 'advance-batches' });
    const level = isUnavailable ? 'warn' : 'error';
    deps.log[level]({ err: error, batch_id: batch.id }, 'payout batch postponed');
    await postpone(deps, batch, backOffMs(attempts + 1, backOffFrom(deps.retryMs)));
  }
  return true;
};

const postpone = (
  deps: Pick<Deps, 'batches' | 'clock'>,
  { id }: PayoutBatch,
  ms: number,
): Promise<void> => deps.batches.postpone(id, after(deps.clock.now(), ms));

/** False where the batch's state did not change. */
async function advance(deps: AdvanceDeps, batch: PayoutBatch): Promise<boolean> {
  const before = await deps.batches.tally(batch.id);
  // The group must be final before the provider gets any of it.
  if (before.reserving === 0 && before.waiting > 0) await submitGroup(deps, batch);
  const decided = decideBatch(batch, await deps.batches.tally(batch.id), deps.clock.now());
  if (decided === undefined) return false;
  try {
    await deps.transaction(async ({ batches, outbox }) => {
      await batches.save(decided.batch, batch.status);
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
