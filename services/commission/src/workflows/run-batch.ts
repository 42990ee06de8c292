import { isAppError } from '@tributary/errors';
import { type RunBatch, runOrSplit } from '@tributary/work';

/** Runs items in one transaction, or each in its own where one of them may have failed it: not while the database is away. */
export const runBatch = <Item, Result>(run: RunBatch<Item, Result>): RunBatch<Item, Result> =>
  runOrSplit(run, (error) => !isAppError(error) || error.kind !== 'unavailable');
