import { currentContext, runWithContext, type WorkContext } from '@tributary/context';
import { isAppError } from '@tributary/errors';
import { isDuplicateKey, type Outbox } from '@tributary/mongo';
import { type Clock, createBatcher } from '@tributary/service';
import { type Decision } from '../domain/payout-steps.ts';
import { dueAfter } from '../domain/due.ts';
import { type invoiceStore } from '../store/invoice-store.ts';
import { type payoutStore } from '../store/payout-store.ts';
import { type Loaded } from '../store/payout-documents.ts';

/** What a payout's next state is saved with. */
export interface Scope {
  readonly payouts: Pick<ReturnType<typeof payoutStore>, 'saveMany'>;
  readonly invoices: Pick<ReturnType<typeof invoiceStore>, 'issue' | 'issueCreditNote'>;
  readonly outbox: Outbox;
}

export interface Move {
  readonly loaded: Loaded;
  /** May run several times, in one transaction each. */
  readonly decide: (scope: Scope) => Promise<Decision>;
}

interface Entry {
  readonly move: Move;
  /** Of the work that decided it, so that its events can be traced back to it. */
  readonly context: WorkContext | undefined;
}

/** Moves that share a commit, and that may wait for one, at most. */
const AT_MOST = { maxItems: 50, maxWaiting: 5_000 };

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
  const batcher = createBatcher<Entry, boolean>({
    ...AT_MOST,
    run: (batch) => outcomesOf(parts, batch),
  });
  return {
    /** False, and nothing saved, where somebody else changed the payout meanwhile. */
    save: (move: Move): Promise<boolean> => batcher.add({ move, context: currentContext() }),
  };
}

async function outcomesOf(parts: Parts, batch: readonly Entry[]): Promise<(boolean | Error)[]> {
  try {
    await saveTogether(parts, batch);
    return batch.map(() => true);
  } catch (error) {
    // One of them spoils it for all: each by itself.
    if (batch.length > 1) {
      const outcomes: (boolean | Error)[] = [];
      for (const one of batch) outcomes.push(...(await outcomesOf(parts, [one])));
      return outcomes;
    }
    if (isChanged(error)) return [false];
    return [error instanceof Error ? error : new Error(String(error))];
  }
}

/** A payout has one invoice: where there is one already, somebody else has settled it. */
const isChanged = (error: unknown): boolean =>
  isDuplicateKey(error) || (isAppError(error) && error.code === 'payout_changed_meanwhile');

const saveTogether = (parts: Parts, batch: readonly Entry[]): Promise<void> =>
  parts.transaction(async (scope) => {
    const decided: { decision: Decision; one: Entry }[] = [];
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
