import { isAppError } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { backOffMs } from '../../domain/back-off.ts';
import { decideBatch, type PayoutBatch } from '../../domain/payout-run.ts';
import { decideGoAlone } from '../../domain/payout-steps.ts';
import { decideOutcome } from '../../domain/provider-outcome.ts';
import { dueIn } from '../../domain/due.ts';
import { whileLeased } from '../../workflows/with-lease.ts';
import { inParallel } from '../../workflows/map-concurrent.ts';
import { orderOf, saveDecision } from '../../workflows/apply-provider-event.ts';
import { type GroupAnswer } from '../../clients/providers/provider.ts';
import { type Loaded } from '../../store/payout-documents.ts';

const FIRST_LOOK_MS = 500;
const SAVES_AT_ONCE = 8;

/**
 * Goes on with batches of scheduled payouts: gives those that go together to their provider, and tells how
 * a batch as a whole stands. True where there may be more.
 */
export const advanceBatches = (deps: Deps) => async (): Promise<boolean> => {
  const claimed = await deps.batches.claimDue(dueIn(deps, deps.leaseMs));
  if (claimed === undefined) return false;
  const { work: batch, attempts } = claimed;
  try {
    const extend = (until: Date) => deps.batches.keep(batch, until);
    const isMoved = await whileLeased(deps, extend, () => advance(deps, batch));
    if (!isMoved)
      await postpone(deps, batch, backOffMs(attempts + 1, FIRST_LOOK_MS, Math.random()));
  } catch (error) {
    const isAway = isAppError(error) && error.kind === 'unavailable';
    if (!isAway) deps.metrics.unexpectedErrors.inc({ where: 'advance-batches' });
    deps.log[isAway ? 'warn' : 'error']({ err: error, batch_id: batch.id }, 'a batch waits');
    await postpone(deps, batch, backOffMs(attempts + 1, deps.retryMs, Math.random()));
  }
  return true;
};

const postpone = (deps: Deps, { id }: PayoutBatch, ms: number): Promise<void> =>
  deps.batches.postpone(id, dueIn(deps, ms));

/** False where nothing could be done about it now. */
async function advance(deps: Deps, batch: PayoutBatch): Promise<boolean> {
  const before = await deps.batches.tally(batch.id);
  // Who goes together is settled before the provider hears of any.
  if (before.reserving === 0 && before.waiting > 0) await submitGroup(deps, batch);
  const decided = decideBatch(batch, await deps.batches.tally(batch.id), deps.clock.now());
  if (decided === undefined) return false;
  try {
    await deps.transaction(async ({ batches, outbox }) => {
      await batches.save(decided.batch, batch.status);
      await outbox.add(...decided.events);
    });
    deps.log.info({ batch_id: batch.id, to: decided.batch.status }, 'payout batch moved on');
  } catch (error) {
    if (!isAppError(error) || error.code !== 'payout_batch_changed_meanwhile') throw error;
  }
  return true;
}

/** Gives a group to its provider in one call, which may be repeated. */
async function submitGroup(deps: Deps, { id, provider }: PayoutBatch): Promise<void> {
  const submit = deps.providers[provider].submitGroup;
  const group = await deps.payouts.listGroup(id);
  if (submit === undefined || group.length === 0) return;
  const orders = group.map((loaded) => orderOf(deps, loaded));
  const answer = await submit(id, orders);
  await inParallel(group, SAVES_AT_ONCE, (loaded) => takeAnswer(deps, loaded, answer));
}

async function takeAnswer(deps: Deps, loaded: Loaded, answer: GroupAnswer): Promise<void> {
  const { payout } = loaded;
  if (answer.kind === 'refused') {
    await saveDecision(deps, loaded, decideGoAlone(payout));
    return;
  }
  const outcome = answer.outcomes.get(payout.id);
  // Not shown yet: it is asked for again with the batch.
  if (outcome === undefined) return;
  const decided = decideOutcome(payout, outcome, deps.clock.now());
  if (decided !== undefined) await saveDecision(deps, loaded, decided);
}
