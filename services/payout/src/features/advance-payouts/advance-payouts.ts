import { setTimeout as pause } from 'node:timers/promises';
import { runWithContext } from '@tributary/context';
import { isAppError } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import { backOffMs } from '../../domain/back-off.ts';
import { type Payout } from '../../domain/payout.ts';
import {
  type Decision,
  decideBooked,
  decideGiveUp,
  decideGoAlone,
} from '../../domain/payout-steps.ts';
import { decideOutcome } from '../../domain/provider-outcome.ts';
import { dueIn } from '../../domain/due.ts';
import { whileLeased } from '../../workflows/with-lease.ts';
import { orderOf, saveDecision, saveRestored, saveSettled } from '../../workflows/apply-provider-event.ts';
import { type Loaded } from '../../store/payout-documents.ts';
import { reserveScheduled } from './reserve-scheduled-payout.ts';

/** Fewer than the database's connections, which calls need as well. */
const AT_ONCE = 16;
/** How long it is waited for a step that is under way before it is looked for others. */
const LOOK_AGAIN_MS = 200;

/**
 * Goes on with payouts whose next step is due, several at once: a provider that is slow with one holds up
 * no other. True where there may be more: whatever ends its step is due for the next one at once.
 */
export const advancePayouts =
  (deps: Deps) =>
  async (signal: AbortSignal): Promise<boolean> => {
    const { stepsUnderWay } = deps;
    const free = AT_ONCE - stepsUnderWay.size;
    if (signal.aborted) return false;
    if (free > 0) {
      for (const claimed of await deps.payouts.claimDue(dueIn(deps, deps.leaseMs), free)) {
        const step: Promise<void> = advance(deps, claimed).finally(() => {
          stepsUnderWay.delete(step);
        });
        stepsUnderWay.add(step);
      }
    }
    if (stepsUnderWay.size === 0) return false;
    await firstOf(stepsUnderWay, LOOK_AGAIN_MS, signal);
    return true;
  };

/** Until the first of them ends, for `ms` at most. */
async function firstOf(steps: Iterable<Promise<void>>, ms: number, signal: AbortSignal) {
  const over = new AbortController();
  const timer = pause(ms, undefined, { signal: AbortSignal.any([over.signal, signal]) });
  await Promise.race([...steps, timer.catch(() => undefined)]);
  over.abort();
}

/** Takes one step, in the name of the request that made the payout. Never throws. */
async function advance(deps: Deps, loaded: Loaded): Promise<void> {
  const correlationId = loaded.correlationId ?? loaded.payout.id;
  const extend = (until: Date): Promise<void> => deps.payouts.keep(loaded, until);
  try {
    await whileLeased(deps, extend, () =>
      runWithContext({ correlationId }, () => takeStep(deps, loaded)),
    );
  } catch (error) {
    // The database is away as well: the payout is due again when its lease ends.
    deps.log.error({ err: error, payout_id: loaded.payout.id }, 'payout left until its lease ends');
  }
}

/** What fails is tried again later, and later each time; every step may run twice. */
async function takeStep(deps: Deps, loaded: Loaded): Promise<void> {
  const { payout } = loaded;
  try {
    const decided = await stepOf(deps, loaded);
    if (decided === 'saved') return;
    if (decided === undefined) {
      await postpone(deps, loaded, deps.lookMs);
    } else {
      await saveDecision(deps, loaded, decided);
    }
  } catch (error) {
    report(deps, error, payout);
    if (keepsGroupWaiting(loaded, error)) await saveDecision(deps, loaded, decideGoAlone(payout));
    else await postpone(deps, loaded, deps.retryMs);
  }
}

/** How often the ledger may fail on one of a group before the others go without it. */
const GROUP_WAITS_FOR = 5;

/** Whether nothing but this payout is in the way of its group: a ledger that is away is so for all of them. */
function keepsGroupWaiting({ payout, attempts }: Loaded, error: unknown): boolean {
  if (payout.step !== 'reserving' || payout.groupKey === null) return false;
  const isAway =
    isAppError(error) && error.kind === 'unavailable' && error.code !== 'upstream_failed';
  return !isAway && attempts >= GROUP_WAITS_FOR;
}

const postpone = (deps: Deps, loaded: Loaded, firstMs: number): Promise<void> => {
  const waitMs = backOffMs(loaded.attempts + 1, firstMs, Math.random());
  return deps.payouts.postpone(loaded, dueIn(deps, waitMs));
};

/** Whoever is away comes back; all else needs somebody to look, and the payout waits for them. */
function report(deps: Deps, error: unknown, { id, step }: Payout): void {
  const isAway = isAppError(error) && error.kind === 'unavailable';
  if (!isAway) deps.metrics.unexpectedErrors.inc({ where: 'advance-payouts' });
  deps.log[isAway ? 'warn' : 'error']({ err: error, payout_id: id, step }, 'payout step failed');
}

/** What each step asks of the outside, and what follows from the answer; undefined: nothing yet. */
type Act = (deps: Deps, loaded: Loaded) => Promise<Decision | 'saved' | undefined>;

const booking =
  (command: (deps: Deps, payout: Payout) => Promise<void>): Act =>
  async (deps, { payout }) => {
    await command(deps, payout);
    return decideBooked(payout);
  };

const release = booking((deps, payout) => deps.ledger.release(payout));

// Whoever made it died before the reserve was known, so nobody was told that it worked.
const abandon: Act = (_deps, { payout }) => Promise.resolve(decideGiveUp(payout));

const acts: Readonly<Partial<Record<Payout['step'], Act>>> = {
  // Nobody waits for a scheduled one: it is gone on with.
  reserving: (deps, loaded) =>
    (loaded.payout.kind === 'scheduled' ? reserveScheduled : abandon)(deps, loaded),
  retrying: abandon,
  submitting: async (deps, loaded) => {
    const { payout } = loaded;
    const outcome = await deps.providers[payout.provider].submit(orderOf(deps, loaded));
    return decideOutcome(payout, outcome, deps.clock.now());
  },
  sent: async (deps, loaded) => {
    const { payout } = loaded;
    const outcome = await deps.providers[payout.provider].look(orderOf(deps, loaded), payout);
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
  // Due again only where a reserve came after the release.
  void: release,
  failed: release,
  restoring: async (deps, loaded) => {
    await deps.ledger.restore(loaded.payout);
    await saveRestored(deps, loaded);
    return 'saved';
  },
};

const stepOf: Act = (deps, loaded) =>
  acts[loaded.payout.step]?.(deps, loaded) ?? Promise.resolve(undefined);
