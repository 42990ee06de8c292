import { conflict } from '@tributary/errors';
import mongoose from 'mongoose';
import { databaseUnavailable } from './mongo-errors.ts';
import { runBatch } from './run-batch.ts';

/** A run of two items that fails with `error` where it has both, or the second alone. */
const failing = (error: Error) => {
  const runs: (readonly number[])[] = [];
  const run = runBatch((items: readonly number[]) => {
    runs.push(items);
    return items.includes(2) ? Promise.reject(error) : Promise.resolve(items);
  });
  return { runs, run };
};

describe('runBatch', () => {
  it('runs each item alone where one of them may have failed all', async () => {
    const error = conflict('refused');
    const { run } = failing(error);
    expect(await run([1, 2, 3])).toEqual([1, error, 3]);
  });

  it.each([
    ['the database is away', databaseUnavailable(new Error('away'))],
    ['the driver finds no primary', new mongoose.mongo.MongoNetworkError('closed')],
  ])('fails all at once while %s', async (_when, error) => {
    const { runs, run } = failing(error);
    await expect(run([1, 2, 3])).rejects.toBe(error);
    expect(runs).toEqual([[1, 2, 3]]);
  });
});
