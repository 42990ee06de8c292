import { isAppError } from '@tributary/errors';
import { type RunBatch, runOrSplit } from '@tributary/work';
import { mapMongoError } from './mongo-errors.ts';

/** An error of one item must not fail the others; while the database is away, all fail alike. */
function mayBeDueToOne(error: unknown): boolean {
  const mapped = mapMongoError(error);
  return !isAppError(mapped) || mapped.kind !== 'unavailable';
}

/** Runs items in one transaction, or each in its own where one of them may have failed it: not while the database is away. */
export const runBatch = <Item, Result>(run: RunBatch<Item, Result>): RunBatch<Item, Result> =>
  runOrSplit(run, mayBeDueToOne);
