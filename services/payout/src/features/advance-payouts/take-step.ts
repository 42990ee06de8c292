import { isAppError } from '@tributary/errors';
import { backOffMs } from '@tributary/work';
import { type Deps } from '../../deps.ts';
import { after, backOffFrom } from '../../domain/due.ts';
import { type Payout } from '../../domain/payout.ts';
import {
  type Decision,
  decideAbandon,
  decideReleased,
  decideLeaveGroup,
} from '../../domain/payout-steps.ts';
import { decideOutcome } from '../../domain/provider-outcome.ts';
import { type LoadedPayout } from '../../store/payout-documents.ts';
import { paymentOrderOf } from '../../workflows/payment-order.ts';
import {
  saveDecision,
  type SaveDeps,
  saveRestored,
  saveSettled,
} from '../../workflows/save-decision.ts';
import { type ReserveScheduledDeps, reserveScheduledPayout } from './reserve-scheduled-payout.ts';

export type StepDeps = SaveDeps &
  ReserveScheduledDeps &
  Pick<Deps, 'metrics' | 'payouts' | 'pollIntervalMs' | 'providers' | 'retryMs' | 'suspensions'>;

/** Failures of the ledger on one payout of a group before the others are submitted without it. */
const MAX_GROUP_FAILURES = 5;

/** Takes a payout's next step. A step that fails is retried with back-off; every step may run twice. */
export async function takeStep(deps: StepDeps, loaded: LoadedPayout): Promise<void> {
  const { payout } = loaded;
  try {
    const decided = await runStep(deps, loaded);
    if (decided === 'saved') return;
    if (decided === undefined) await postpone(deps, loaded, deps.pollIntervalMs);
    else await saveDecision(deps, loaded, decided);
  } catch (error) {
    report(deps, error, payout);
    if (blocksGroup(loaded, error)) await saveDecision(deps, loaded, decideLeaveGroup(payout));
    else await postpone(deps, loaded, deps.retryMs);
  }
}

/** Whether this payout alone delays its group. A ledger that is unavailable delays all of them. */
function blocksGroup({ payout, attempts }: LoadedPayout, error: unknown): boolean {
  if (payout.step !== 'reserving' || payout.groupKey === null) return false;
  const isUnavailable =
    isAppError(error) && error.kind === 'unavailable' && error.code !== 'upstream_failed';
  return !isUnavailable && attempts >= MAX_GROUP_FAILURES;
}

function postpone(deps: StepDeps, loaded: LoadedPayout, firstMs: number): Promise<void> {
  const waitMs = backOffMs(loaded.attempts + 1, backOffFrom(firstMs));
  return deps.payouts.postpone(loaded, after(deps.clock.now(), waitMs));
}

/** An unavailable dependency recovers without help; any other error needs an operator. */
function report(deps: StepDeps, error: unknown, { id, step }: Payout): void {
  const isUnavailable = isAppError(error) && error.kind === 'unavailable';
  const { outageErrors, unexpectedErrors } = deps.metrics;
  (isUnavailable ? outageErrors : unexpectedErrors).inc({ where: 'advance-payouts' });
  const level = isUnavailable ? 'warn' : 'error';
  deps.log[level]({ err: error, payout_id: id, step }, 'payout step failed');
}

/** Does a step's call and decides on the result; undefined: no result yet. */
type Step = (deps: StepDeps, loaded: LoadedPayout) => Promise<Decision | 'saved' | undefined>;

const release: Step = async (deps, { payout }) => {
  await deps.ledger.release(payout);
  return decideReleased(payout);
};

// The process that made it died before the reserve was known, so no caller got a success.
const abandon: Step = (_deps, { payout }) => Promise.resolve(decideAbandon(payout));

const steps: Readonly<Partial<Record<Payout['step'], Step>>> = {
  // No caller waits for a scheduled payout, so its reserve is repeated instead of abandoned.
  reserving: (deps, loaded) =>
    (loaded.payout.kind === 'scheduled' ? reserveScheduledPayout : abandon)(deps, loaded),
  retrying: abandon,
  submitting: async (deps, loaded) => {
    const { payout } = loaded;
    // Waits as it is: an earlier attempt may have reached the provider, so that its key must not change.
    const suspended = await deps.suspensions.listSuspended([payout.affiliateId]);
    if (suspended.has(payout.affiliateId)) return undefined;
    const order = paymentOrderOf(loaded, deps.clock.now());
    const outcome = await deps.providers[payout.provider].submit(order);
    return decideOutcome(payout, outcome, deps.clock.now());
  },
  sent: async (deps, loaded) => {
    const { payout } = loaded;
    const order = paymentOrderOf(loaded, deps.clock.now());
    const outcome = await deps.providers[payout.provider].checkPayment(order, payout);
    return decideOutcome(payout, outcome, deps.clock.now());
  },
  settling: async (deps, loaded) => {
    const { payout } = loaded;
    await deps.ledger.settle(payout, payout.completedAt ?? deps.clock.now());
    await saveSettled(deps, loaded);
    return 'saved';
  },
  releasing: release,
  refusing: release,
  voiding: release,
  withdrawing: release,
  // Due again only where a late reserve came after the release.
  void: release,
  failed: release,
  restoring: async (deps, loaded) => {
    await deps.ledger.restore(loaded.payout);
    await saveRestored(deps, loaded);
    return 'saved';
  },
};

const runStep: Step = (deps, loaded) =>
  steps[loaded.payout.step]?.(deps, loaded) ?? Promise.resolve(undefined);
