import { isAppError } from '@tributary/errors';
import { type Deps } from '../../deps.ts';
import {
  type Decision,
  decideBooked,
  decideOutcome,
  decideVoid,
  type Payout,
  paymentKey,
} from '../../domain/payout.ts';
import { type PaymentOrder } from '../../providers/provider.ts';
import { dueAfter, dueIn } from '../../due.ts';
import { type Loaded } from '../../store/payout-store.ts';

/** Longer than any call a step makes, retries included: nobody else takes the payout meanwhile. */
const LEASE_MS = 45_000;
const LOOK_AGAIN_MS = 1_000;
const RETRY_AFTER_MS = 1_000;
const AT_ONCE = 8;

/** Goes on with payouts whose next step is due. True where there may be more. */
export const advancePayouts =
  (deps: Deps) =>
  async (signal: AbortSignal): Promise<boolean> => {
    const lane = async (): Promise<boolean> => {
      if (signal.aborted) return false;
      const until = new Date(deps.clock.now().getTime() + LEASE_MS);
      const claimed = await deps.payouts.claimDue(until);
      if (claimed === undefined) return false;
      await advance(deps, claimed);
      return true;
    };
    const found = await Promise.all(Array.from({ length: AT_ONCE }, lane));
    return found.some(Boolean);
  };

/** Takes one step. What fails is tried again a little later; every step may run twice. */
async function advance(deps: Deps, loaded: Loaded): Promise<void> {
  const { payout, version } = loaded;
  try {
    const decided = await stepOf(deps, payout);
    if (decided === undefined) {
      await deps.payouts.postpone(payout.id, version, dueIn(deps, LOOK_AGAIN_MS));
    } else {
      await save(deps, loaded, decided);
    }
  } catch (error) {
    if (!isAppError(error)) throw error;
    deps.log.warn({ err: error, payout_id: payout.id, step: payout.step }, 'payout step failed');
    await deps.payouts.postpone(payout.id, version, dueIn(deps, RETRY_AFTER_MS));
  }
}

const orderOf = (payout: Payout): PaymentOrder => ({
  payoutId: payout.id,
  key: paymentKey(payout),
  destination: payout.destination,
  netMinor: payout.amountMinor - payout.feeMinor,
  currency: payout.currency,
});

/** What each step asks of the outside, and what follows from the answer. */
type Act = (deps: Deps, payout: Payout) => Promise<Decision | undefined>;

const booking =
  (command: (deps: Deps, payout: Payout) => Promise<void>): Act =>
  async (deps, payout) => {
    await command(deps, payout);
    return decideBooked(payout);
  };

const release = booking((deps, payout) => deps.ledger.release(payout));

const acts: Readonly<Partial<Record<Payout['step'], Act>>> = {
  // Whoever made it died before the reserve was known, so nobody was told that it worked.
  reserving: (_deps, payout) => Promise.resolve(decideVoid(payout)),
  submitting: async (deps, payout) => {
    const outcome = await deps.providers[payout.provider].submit(orderOf(payout));
    return decideOutcome(payout, outcome, deps.clock.now());
  },
  sent: async (deps, payout) => {
    const outcome = await deps.providers[payout.provider].look(orderOf(payout), payout);
    return decideOutcome(payout, outcome, deps.clock.now());
  },
  settling: booking((deps, payout) =>
    deps.ledger.settle(payout, payout.completedAt ?? deps.clock.now()),
  ),
  releasing: release,
  voiding: release,
  restoring: booking((deps, payout) => deps.ledger.restore(payout)),
};

const stepOf: Act = (deps, payout) =>
  acts[payout.step]?.(deps, payout) ?? Promise.resolve(undefined);

/** Saves a decision with its events; a payout that changed meanwhile is left to whoever changed it. */
async function save(deps: Deps, { payout, version }: Loaded, decided: Decision): Promise<void> {
  try {
    await deps.transaction(async ({ payouts, outbox }) => {
      await payouts.save(decided.payout, version, dueAfter(deps, decided.payout));
      await outbox.add(...decided.events);
    });
  } catch (error) {
    if (!isAppError(error) || error.code !== 'payout_changed_meanwhile') throw error;
    deps.log.info({ payout_id: payout.id }, 'the payout changed meanwhile');
  }
}
