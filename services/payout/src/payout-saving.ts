import { AsyncLocalStorage } from 'node:async_hooks';
import { currentContext, runWithContext, type WorkContext } from '@tributary/context';
import { isAppError } from '@tributary/errors';
import { type Outbox } from '@tributary/mongo';
import { type Clock } from '@tributary/service';
import { type Decision } from './domain/payout-steps.ts';
import { dueAfter } from './due.ts';
import { type invoiceStore } from './store/invoice-store.ts';
import { type payoutStore } from './store/payout-store.ts';
import { type Loaded } from './store/payout-documents.ts';

/** What a payout's next state is saved with. */
export interface Scope {
  readonly payouts: Pick<ReturnType<typeof payoutStore>, 'saveMany'>;
  readonly invoices: Pick<ReturnType<typeof invoiceStore>, 'issue'>;
  readonly outbox: Outbox;
}

export interface Move {
  readonly loaded: Loaded;
  /** May run several times, in one transaction each. */
  readonly decide: (scope: Scope) => Promise<Decision>;
}

interface Waiting {
  readonly move: Move;
  /** Of the work that decided it, so that its events can be traced back to it. */
  readonly context: WorkContext | undefined;
  readonly settled: PromiseWithResolvers<boolean>;
}

/** Moves that share a commit at most. */
const AT_MOST = 50;

interface Parts {
  readonly clock: Clock;
  readonly lookMs: number;
  readonly transaction: <T>(work: (scope: Scope) => Promise<T>) => Promise<T>;
}

/**
 * Saves payouts' next states with their events. What gathers while one commit is under way shares the next:
 * a run of thousands takes a tenth of the commits, and one alone waits for nothing.
 */
export function openSaving(parts: Parts) {
  // What is saved together belongs to no single caller.
  const outside = AsyncLocalStorage.snapshot();
  let waiting: Waiting[] = [];
  let isRunning = false;

  const run = async (): Promise<void> => {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, AT_MOST);
      waiting = waiting.slice(AT_MOST);
      await settle(parts, batch);
    }
    isRunning = false;
  };

  return {
    /** False, and nothing saved, where somebody else changed the payout meanwhile. */
    save: (move: Move): Promise<boolean> => {
      const settled = Promise.withResolvers<boolean>();
      waiting.push({ move, context: currentContext(), settled });
      if (!isRunning) void outside(run);
      return settled.promise;
    },
  };
}

async function settle(parts: Parts, batch: readonly Waiting[]): Promise<void> {
  try {
    await saveTogether(parts, batch);
    for (const { settled } of batch) settled.resolve(true);
  } catch (error) {
    // One of them spoils it for all: each by itself.
    if (batch.length > 1) for (const one of batch) await settle(parts, [one]);
    else if (isChanged(error)) for (const { settled } of batch) settled.resolve(false);
    else for (const { settled } of batch) settled.reject(error);
  }
}

const isChanged = (error: unknown): boolean =>
  isAppError(error) && error.code === 'payout_changed_meanwhile';

const saveTogether = (parts: Parts, batch: readonly Waiting[]): Promise<void> =>
  parts.transaction(async (scope) => {
    const decided: { decision: Decision; one: Waiting }[] = [];
    // One after the other, as a transaction is not made for parallel use.
    for (const one of batch) decided.push({ decision: await one.move.decide(scope), one });
    await scope.payouts.saveMany(
      decided.map(({ decision: { payout }, one: { move } }) => ({
        payout,
        version: move.loaded.version,
        dueAt: dueAfter(parts, payout),
      })),
    );
    for (const { decision, one } of decided) {
      const say = (): Promise<void> => scope.outbox.add(...decision.events);
      await (one.context === undefined ? say() : runWithContext(one.context, say));
    }
  });
