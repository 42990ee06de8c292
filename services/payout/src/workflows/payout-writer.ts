import { currentContext, runWithContext, type WorkContext } from '@tributary/context';
import { isAppError } from '@tributary/errors';
import { isDuplicateKey, type Outbox, runBatch } from '@tributary/mongo';
import { type Clock } from '@tributary/service';
import { createBatcher } from '@tributary/work';
import { nextStepDueAt } from '../domain/due.ts';
import { type Decision } from '../domain/payout-steps.ts';
import { type invoiceStore } from '../store/invoice-store.ts';
import { type LoadedPayout } from '../store/payout-documents.ts';
import { type payoutStore } from '../store/payout-store.ts';

/** What a decision may use within its transaction. */
export interface WriteScope {
  readonly payouts: Pick<ReturnType<typeof payoutStore>, 'saveMany'>;
  readonly invoices: Pick<ReturnType<typeof invoiceStore>, 'issue' | 'issueCreditNote'>;
  readonly outbox: Outbox;
}

/** A payout and the decision on its next state. */
export interface PayoutChange {
  readonly loaded: LoadedPayout;
  /** May run several times, each time in another transaction. */
  readonly decide: (scope: WriteScope) => Promise<Decision>;
}

interface Entry {
  readonly change: PayoutChange;
  /** The context that made the change, so that its events carry the same correlation id. */
  readonly context: WorkContext | undefined;
}

/** Changes in one commit, and changes that wait for one, at most. */
const LIMITS = { maxItems: 50, maxWaiting: 5_000 };

interface Parts {
  readonly clock: Clock;
  readonly pollIntervalMs: number;
  readonly transaction: <T>(work: (scope: WriteScope) => Promise<T>) => Promise<T>;
}

export interface PayoutWriter {
  /** Saves the decided state with its events. False, and nothing saved, where the payout changed meanwhile. */
  save(change: PayoutChange): Promise<boolean>;
}

/**
 * Saves payouts' next states with their events. Changes that arrive during a commit share the next one, so a run of
 * thousands needs a tenth of the commits; a single change does not wait.
 */
export function openPayoutWriter(parts: Parts): PayoutWriter {
  const batcher = createBatcher<Entry, boolean>({
    ...LIMITS,
    run: runBatch((batch) => saveBatch(parts, batch)),
  });
  return { save: (change) => batcher.add({ change, context: currentContext() }) };
}

async function saveBatch(parts: Parts, batch: readonly Entry[]): Promise<boolean[]> {
  try {
    await commit(parts, batch);
    return batch.map(() => true);
  } catch (error) {
    if (batch.length === 1 && isStale(error)) return [false];
    throw error;
  }
}

/** Another process changed the payout: its version differs, or its invoice exists already. */
const isStale = (error: unknown): boolean =>
  isDuplicateKey(error) || (isAppError(error) && error.code === 'payout_changed_meanwhile');

const commit = (parts: Parts, batch: readonly Entry[]): Promise<void> =>
  parts.transaction(async (scope) => {
    const decided: { decision: Decision; entry: Entry }[] = [];
    // In sequence, because a transaction does not allow parallel operations.
    for (const entry of batch) decided.push({ decision: await entry.change.decide(scope), entry });
    const { pollIntervalMs } = parts;
    const now = parts.clock.now();
    await scope.payouts.saveMany(
      decided.map(({ decision: { payout }, entry: { change } }) => ({
        payout,
        version: change.loaded.version,
        claim: change.loaded.claim,
        dueAt: nextStepDueAt(payout, { now, pollIntervalMs }),
      })),
    );
    for (const { decision, entry } of decided) {
      const publish = (): Promise<void> => scope.outbox.add(...decision.events);
      await (entry.context === undefined ? publish() : runWithContext(entry.context, publish));
    }
  });
