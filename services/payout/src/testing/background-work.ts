import { type Deps } from '../deps.ts';
import { collectPayouts } from '../features/collect-payouts/collect-payouts.ts';
import { reconcileBooks } from '../features/reconcile-books/reconcile-books.ts';

/** Collects all open runs, as the worker does, at the time that a test chooses. */
export async function collectOpenRuns(deps: Deps): Promise<void> {
  while (await collectPayouts(deps)()) {
    // Until no run has a page left.
  }
}

/** Runs the nightly reconciliation at the time that a test chooses. */
export const reconcileNow = (deps: Deps): Promise<void> => reconcileBooks(deps)();
